CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL,
  actor text NOT NULL,
  member_id integer REFERENCES member (id),
  subject text,
  request_id text NOT NULL,
  at timestamptz NOT NULL,
  reason text
);
--> statement-breakpoint
CREATE INDEX audit_member ON audit (member_id, id) WHERE member_id IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- One row for each visit whose visitor allowed it: no address, page, time of day or member.
CREATE TABLE visit (
  id uuid PRIMARY KEY,
  visitor uuid NOT NULL,
  affiliate text CHECK (affiliate ~ '^[A-Za-z0-9]+$' AND length(affiliate) <= 256),
  day date NOT NULL,
  is_first boolean NOT NULL,
  pages integer NOT NULL CHECK (pages >= 0),
  clicks integer NOT NULL CHECK (clicks >= 0),
  seconds integer NOT NULL CHECK (seconds >= 0)
);
--> statement-breakpoint
CREATE INDEX visit_by_day ON visit (day);
--> statement-breakpoint
-- The numbers of visits whose rows are deleted.
CREATE TABLE visit_day (
  day date NOT NULL,
  affiliate text NOT NULL,
  visits integer NOT NULL,
  visitors integer NOT NULL,
  pages integer NOT NULL,
  clicks integer NOT NULL,
  seconds bigint NOT NULL,
  PRIMARY KEY (day, affiliate)
);
--> statement-breakpoint
CREATE TABLE album (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  position smallint NOT NULL,
  title jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX album_performer ON album (performer_id, position);
--> statement-breakpoint
-- A performer adds pictures and films herself: to an album, or as portrait, cover or cover film. The row exists before
-- its files and until they are deleted.
CREATE TABLE album_item (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  album_id integer REFERENCES album (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('picture', 'video')),
  version text NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  color text NOT NULL,
  caption jsonb NOT NULL DEFAULT '{}',
  nonude boolean NOT NULL DEFAULT false,
  duration_ms integer,
  added_at timestamptz NOT NULL DEFAULT now(),
  performer_id integer NOT NULL REFERENCES performer (id),
  place text NOT NULL DEFAULT 'album' CHECK (place IN ('album', 'portrait', 'cover', 'film')),
  format text CHECK (format IN ('webm', 'mp4')),
  hash text,
  state text NOT NULL DEFAULT 'shown' CHECK (state IN ('storing', 'waiting', 'shown', 'refused', 'gone')),
  reason text,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'video') = (duration_ms IS NOT NULL)),
  CONSTRAINT album_item_place CHECK (state = 'gone' OR (place = 'album') = (album_id IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX album_item_album ON album_item (album_id, position);
--> statement-breakpoint
CREATE INDEX album_item_performer ON album_item (performer_id, place);
--> statement-breakpoint
CREATE INDEX album_item_state ON album_item (state) WHERE state <> 'shown';
--> statement-breakpoint
-- The same file at the same place once.
CREATE UNIQUE INDEX album_item_once ON album_item (performer_id, place, album_id, hash) NULLS NOT DISTINCT
  WHERE hash IS NOT NULL AND state <> 'gone';
--> statement-breakpoint
-- Operators who watch a stream unseen.
CREATE TABLE stream_watch (
  operator_id integer NOT NULL REFERENCES operator (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  vip text,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, performer_id)
);
--> statement-breakpoint
CREATE INDEX stream_watch_performer ON stream_watch (performer_id);
