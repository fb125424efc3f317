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
CREATE INDEX session_performer ON session (performer_id) WHERE ended_at IS NULL;
--> statement-breakpoint
-- Tells whether a browser is new to a performer who has logged in before.
CREATE INDEX session_of_performer ON session (performer_id, created_at) WHERE performer_id IS NOT NULL;
