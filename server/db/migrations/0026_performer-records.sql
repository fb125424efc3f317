-- What the operator knows of a performer: identity, consents, suspensions, and the places that do not see her.
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
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN suspended_at timestamptz;
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN hidden_in text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
CREATE INDEX performer_hiding ON performer (id) WHERE hidden_in <> '{}';
