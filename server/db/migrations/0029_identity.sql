-- Identity beside the record: expiry and copies of documents, people beside a performer, and who is shown where.
ALTER TABLE performer_identity
  -- Last day on which the document is valid; null if it was not noted.
  ADD COLUMN expires_on date,
  -- Day of the last reminder.
  ADD COLUMN reminded_on date;
--> statement-breakpoint
-- Other people in the pictures and streams of a performer.
CREATE TABLE beside_person (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  -- A stage name: how performer and operators call the person.
  label text NOT NULL,
  sealed bytea NOT NULL,
  adult_from date NOT NULL,
  checked_on date NOT NULL,
  checked_by text NOT NULL,
  recorded_at timestamptz NOT NULL,
  approved_at timestamptz,
  approved_by text,
  expires_on date,
  consent_version text NOT NULL,
  consented_on date NOT NULL,
  -- Whether the performer has said that the person is in her streams from now on.
  in_picture boolean NOT NULL DEFAULT false,
  CONSTRAINT beside_person_adult CHECK (adult_from <= checked_on),
  CONSTRAINT beside_person_checked CHECK (checked_on <= (recorded_at AT TIME ZONE 'UTC')::date + 1),
  CONSTRAINT beside_person_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
  CONSTRAINT beside_person_shown CHECK (approved_at IS NOT NULL OR NOT in_picture)
);
--> statement-breakpoint
CREATE UNIQUE INDEX beside_person_label ON beside_person (performer_id, lower(label));
--> statement-breakpoint
CREATE TABLE identity_copy (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer REFERENCES performer (id),
  person_id integer REFERENCES beside_person (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  added_at timestamptz NOT NULL,
  added_by text NOT NULL,
  CHECK (num_nonnulls(performer_id, person_id) = 1)
);
--> statement-breakpoint
CREATE INDEX identity_copy_performer ON identity_copy (performer_id);
--> statement-breakpoint
CREATE INDEX identity_copy_person ON identity_copy (person_id);
--> statement-breakpoint
-- Index of what shows somebody. Rows outlive the pictures and photos, which triggers write here.
CREATE TABLE depiction (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('picture', 'video', 'photo', 'stream')),
  performer_id integer NOT NULL REFERENCES performer (id) ON DELETE CASCADE,
  item_id integer UNIQUE,
  photo_id uuid UNIQUE,
  began_at timestamptz NOT NULL,
  -- Null while it is stored or live.
  ended_at timestamptz,
  CHECK ((kind IN ('picture', 'video')) = (item_id IS NOT NULL)),
  CHECK ((kind = 'photo') = (photo_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX depiction_live ON depiction (performer_id) WHERE kind = 'stream' AND ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX depiction_performer ON depiction (performer_id, id);
--> statement-breakpoint
-- People who are shown beside the performer.
CREATE TABLE depiction_person (
  depiction_id integer NOT NULL REFERENCES depiction (id) ON DELETE CASCADE,
  person_id integer NOT NULL REFERENCES beside_person (id) ON DELETE CASCADE,
  PRIMARY KEY (depiction_id, person_id)
);
--> statement-breakpoint
CREATE INDEX depiction_person_person ON depiction_person (person_id);
--> statement-breakpoint
CREATE FUNCTION item_depicted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO depiction (kind, performer_id, item_id, began_at)
      VALUES (NEW.kind, NEW.performer_id, NEW.id, NEW.added_at);
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE depiction SET ended_at = NEW.changed_at WHERE item_id = NEW.id AND ended_at IS NULL;
  ELSE
    UPDATE depiction SET ended_at = now() WHERE item_id = OLD.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER album_item_depicted AFTER INSERT OR DELETE ON album_item
  FOR EACH ROW EXECUTE FUNCTION item_depicted();
--> statement-breakpoint
CREATE TRIGGER album_item_gone AFTER UPDATE OF state ON album_item
  FOR EACH ROW WHEN (NEW.state = 'gone') EXECUTE FUNCTION item_depicted();
--> statement-breakpoint
CREATE FUNCTION photo_depicted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO depiction (kind, performer_id, photo_id, began_at)
      VALUES ('photo', NEW.performer_id, NEW.id, NEW.uploaded_at);
  ELSE
    UPDATE depiction SET ended_at = now() WHERE photo_id = OLD.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER photo_depicted AFTER INSERT ON photo
  FOR EACH ROW WHEN (NEW.performer_id IS NOT NULL) EXECUTE FUNCTION photo_depicted();
--> statement-breakpoint
CREATE TRIGGER photo_gone AFTER DELETE ON photo
  FOR EACH ROW WHEN (OLD.performer_id IS NOT NULL) EXECUTE FUNCTION photo_depicted();
--> statement-breakpoint
INSERT INTO depiction (kind, performer_id, item_id, began_at, ended_at)
  SELECT kind, performer_id, id, added_at, CASE state WHEN 'gone' THEN changed_at END FROM album_item;
--> statement-breakpoint
INSERT INTO depiction (kind, performer_id, photo_id, began_at)
  SELECT 'photo', performer_id, id, uploaded_at FROM photo WHERE performer_id IS NOT NULL;
--> statement-breakpoint
-- Streams before this version are known by their first and last day only.
INSERT INTO depiction (kind, performer_id, began_at, ended_at)
  SELECT 'stream', id, coalesce(first_cam_session, last_cam_session), CASE online_status WHEN 0 THEN last_cam_session END
  FROM performer WHERE last_cam_session IS NOT NULL;
