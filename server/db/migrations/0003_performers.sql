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
-- The words of a name for searching, as searchWords in contract/performers/search.ts makes them.
CREATE FUNCTION search_words(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(
      regexp_replace(
        replace(replace(replace(replace(replace(
          translate(
            regexp_replace(normalize(translate(name, '''`´’‘ʼ＇', ''), NFKD), '[\u0300-\u036f]', '', 'g'),
            'ØøŁłĐđÐðı', 'OoLlDdDdi'),
          'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'),
        '([a-z0-9])([A-Z])', '\1 \2', 'g')),
    '[ _.-]+', ' ', 'g'))
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
  -- Since when she has been live without going offline, from her first free or paid chat on. Breaks and shows count.
  public_since timestamptz,
  suspended_at timestamptz,
  -- Countries and regions that do not see her.
  hidden_in text[] NOT NULL DEFAULT '{}',
  search_words text NOT NULL GENERATED ALWAYS AS (search_words(username)) STORED,
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
CREATE INDEX performer_hiding ON performer (id) WHERE hidden_in <> '{}';
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
--> statement-breakpoint
-- How the operator's mails reach a performer. A performer without a row logs in only through the studio's calls.
CREATE TABLE performer_account (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  email text NOT NULL CHECK (email <> ''),
  -- Which languages are served is in contract/locales.ts, so a new one needs no migration.
  language text NOT NULL CONSTRAINT performer_language_tag CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Single-use links to the studio; only the token's hash is stored.
CREATE TABLE performer_link (
  token_hash text PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz
);
--> statement-breakpoint
-- One link of a performer can be open: a new one closes those before it.
CREATE UNIQUE INDEX performer_link_open ON performer_link (performer_id) WHERE used_at IS NULL;
--> statement-breakpoint
-- When a performer plans to go live. Past ones are left out by the reads, and deleted by her next change.
CREATE TABLE performer_start (
  performer_id integer NOT NULL REFERENCES performer (id),
  -- Limits them to STARTS_MAX of contract/performers/schedule.ts, also for two simultaneous changes.
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 7),
  starts_at timestamptz NOT NULL CHECK (extract(second FROM starts_at) = 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, slot),
  UNIQUE (performer_id, starts_at)
);
--> statement-breakpoint
-- The most performers who were live at once in each hour.
CREATE TABLE live_hour (
  hour timestamptz PRIMARY KEY CHECK (hour = date_trunc('hour', hour, 'UTC')),
  performers integer NOT NULL CHECK (performers >= 0)
);
--> statement-breakpoint
-- What the operator knows of a performer: identity, suspensions and consents.
-- Only the dates and names that a constraint or a list needs are readable; the rest is sealed with SECRET.
CREATE TABLE performer_identity (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  sealed bytea NOT NULL,
  -- The eighteenth birthday.
  adult_from date NOT NULL,
  checked_on date NOT NULL,
  checked_by text NOT NULL,
  recorded_at timestamptz NOT NULL,
  approved_at timestamptz,
  approved_by text,
  CONSTRAINT performer_identity_adult CHECK (adult_from <= checked_on),
  CONSTRAINT performer_identity_checked CHECK (checked_on <= (recorded_at AT TIME ZONE 'UTC')::date + 1),
  CONSTRAINT performer_identity_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL))
);
--> statement-breakpoint
CREATE TABLE performer_suspension (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  -- What she was told.
  statement text NOT NULL,
  suspended_by text NOT NULL,
  suspended_at timestamptz NOT NULL,
  -- Null for good.
  until timestamptz CONSTRAINT performer_suspension_until CHECK (until > suspended_at),
  lifted_at timestamptz
);
--> statement-breakpoint
CREATE UNIQUE INDEX performer_suspension_open ON performer_suspension (performer_id) WHERE lifted_at IS NULL;
--> statement-breakpoint
CREATE INDEX performer_suspension_of ON performer_suspension (performer_id, id);
--> statement-breakpoint
CREATE TABLE performer_consent (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  version text NOT NULL,
  accepted_on date NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- Names of those who perform with her; null if there are none.
  co_performers bytea,
  CONSTRAINT performer_consent_once UNIQUE (performer_id, version, accepted_on)
);
--> statement-breakpoint
-- Of people who want to become performers. Address and text are deleted with the decision.
CREATE TABLE performer_application (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_key uuid NOT NULL UNIQUE,
  email text,
  stage_name text NOT NULL,
  languages text[] NOT NULL,
  message text NOT NULL,
  -- Of mails to the applicant.
  language text NOT NULL,
  received_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  -- Null unless it was accepted.
  performer_id integer REFERENCES performer (id),
  CONSTRAINT performer_application_decided CHECK ((decided_at IS NULL) = (email IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX performer_application_waiting ON performer_application (lower(email)) WHERE decided_at IS NULL;
