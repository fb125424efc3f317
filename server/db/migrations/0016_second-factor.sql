-- When the person last proved a second factor in this login.
ALTER TABLE session ADD COLUMN factor_at timestamptz;
--> statement-breakpoint
-- Why a login is over that did not expire; null if it was not noted.
ALTER TABLE session ADD COLUMN ended_by text
  CONSTRAINT session_ended_by CHECK (ended_by IN ('self', 'elsewhere', 'password', 'operator', 'undone'));
--> statement-breakpoint
-- Whether the performer was live when her login was ended; null for others, and for logins that expired.
ALTER TABLE session ADD COLUMN ended_live boolean;
--> statement-breakpoint
-- A proof with a passkey belongs to a login, like adding one.
ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_purpose_check;
--> statement-breakpoint
ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_check;
--> statement-breakpoint
ALTER TABLE passkey_challenge ADD CONSTRAINT passkey_challenge_purpose_check
  CHECK (purpose IN ('add', 'log-in', 'prove'));
--> statement-breakpoint
ALTER TABLE passkey_challenge ADD CONSTRAINT passkey_challenge_check
  CHECK ((purpose = 'log-in') = (session_id IS NULL) AND (purpose = 'add') = (user_handle IS NOT NULL));
--> statement-breakpoint
-- A performer's authenticator app, and whether a second factor was offered to her.
CREATE TABLE performer_factor (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  offered_at timestamptz,
  code_key bytea,
  code_period bigint,
  code_since timestamptz,
  -- The app is set up, or it is not.
  CHECK ((code_key IS NULL) = (code_period IS NULL) AND (code_key IS NULL) = (code_since IS NULL))
);
--> statement-breakpoint
CREATE TABLE performer_recovery_code (
  performer_id integer NOT NULL REFERENCES performer (id),
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (performer_id, code_hash)
);
--> statement-breakpoint
-- Mailed with a login from a new browser: whoever it was not ends it, once.
CREATE TABLE performer_login_undo (
  token_hash text PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX performer_login_undo_performer ON performer_login_undo (performer_id);
