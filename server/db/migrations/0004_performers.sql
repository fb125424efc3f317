-- Folds names that look alike into one, as foldLookAlikes in contract/member/usernames.ts does.
CREATE FUNCTION fold_look_alikes(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    replace(replace(
      translate(
        regexp_replace(normalize(name, NFKD), '[\u0300-\u036f _.''\u00b7\u2019\u00ad\u200b-\u200f\u2060\ufeff-]', '', 'g'),
        'A4@аАαΑɑB8вВьЬβΒCсСDԁԀđĐE3€еЕεΕFG69ɡHнНһҺΗIlL1!|іІӏӀιΙıɩɪłŁJјЈKкКκΚMмМΜNпηΝO0оОοΟøØPрРρΡQԛԚRгГS5$ѕЅT7тТτΤUυVνWԝԜωXхХχΧYуУγΥZ2Ζ',
        'aaaaaaaabbbbbbbbcccdddddeeeeeeefgggghhhhhhiiiiiiiiiiiiiiiiijjjkkkkkmmmmnnnnoooooooopppppqqqrrrsssssttttttuuvvwwwwxxxxxyyyyyzzz'),
      'rn', 'm'), 'vv', 'w'),
    '(.)\1+', '\1', 'g')
$$;
--> statement-breakpoint
CREATE TABLE performer (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  username_folded text NOT NULL UNIQUE,
  password_hash text,
  date_of_birth date NOT NULL CONSTRAINT performer_adult CHECK (date_of_birth <= CURRENT_DATE - interval '18 years'),
  gender text NOT NULL CHECK (gender IN ('female', 'male', 'trans', 'couple')),
  online_status smallint NOT NULL DEFAULT 0 CHECK (online_status IN (0, 1, 3, 5, 9)),
  rating integer NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 50),
  languages text[] NOT NULL DEFAULT '{}',
  categories text[] NOT NULL DEFAULT '{}',
  city text NOT NULL DEFAULT '',
  ethnicity text,
  hair_color text,
  eye_color text,
  physique text,
  breast_size smallint CHECK (breast_size BETWEEN 1 AND 4),
  penis_size smallint CHECK (penis_size BETWEEN 1 AND 4),
  shaved text CHECK (shaved IN ('shaved', 'natural')),
  piercings boolean NOT NULL DEFAULT false,
  cybertoy smallint NOT NULL DEFAULT 0,
  toy_active boolean NOT NULL DEFAULT false,
  nonude boolean NOT NULL DEFAULT false,
  profile jsonb NOT NULL DEFAULT '{}',
  texts jsonb NOT NULL DEFAULT '{}',
  first_cam_session timestamptz,
  last_cam_session timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The transaction that last wrote the row: the directory reads what it has not seen yet (docs/decisions/pages/directory-in-memory.md).
  changed_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  removed_at timestamptz,
  snapshot text,
  snapshot_at timestamptz,
  look_alike text NOT NULL GENERATED ALWAYS AS (fold_look_alikes(username)) STORED,
  CONSTRAINT performer_removed_offline CHECK (removed_at IS NULL OR online_status = 0)
);
--> statement-breakpoint
CREATE INDEX performer_changed_in ON performer (changed_in);
--> statement-breakpoint
-- Names by their first letters, in the order of their bytes whatever the collation.
CREATE INDEX performer_prefix ON performer (username_folded text_pattern_ops);
--> statement-breakpoint
CREATE INDEX performer_not_offline ON performer (id) WHERE online_status <> 0;
--> statement-breakpoint
CREATE INDEX performer_look_alike ON performer (look_alike);
--> statement-breakpoint
CREATE FUNCTION performer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER performer_changed BEFORE UPDATE ON performer FOR EACH ROW EXECUTE FUNCTION performer_changed();
--> statement-breakpoint
-- Deleted performers, for the directory.
CREATE TABLE performer_gone (
  performer_id integer PRIMARY KEY,
  gone_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE FUNCTION performer_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO performer_gone (performer_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER performer_gone AFTER DELETE ON performer FOR EACH ROW EXECUTE FUNCTION performer_gone();
--> statement-breakpoint
-- Puts work into the outbox for each member whose name looks like that of a new performer, who gets it.
CREATE FUNCTION performer_takes_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, payload, run_at)
    SELECT 'give-up-name', jsonb_build_object('memberId', member.id), 'epoch' FROM member
    WHERE member.look_alike = NEW.look_alike AND member.username <> member.email AND member.deleted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER performer_takes_name AFTER INSERT OR UPDATE OF username ON performer
  FOR EACH ROW EXECUTE FUNCTION performer_takes_name();
--> statement-breakpoint
-- One row for each performer who ever had a key. The key itself is derived from SECRET, performer and generation.
CREATE TABLE whip_key (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  generation integer NOT NULL,
  is_open boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Keys and tokens that the performer got until then are void.
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE INDEX whip_key_revoked ON whip_key (revoked_at) WHERE revoked_at IS NOT NULL;
