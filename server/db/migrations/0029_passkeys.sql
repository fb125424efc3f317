CREATE TABLE passkey (
  id text PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  user_handle text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  transports jsonb NOT NULL DEFAULT '[]'::jsonb,
  counter bigint NOT NULL CHECK (counter >= 0),
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  copied_at timestamptz
);
--> statement-breakpoint
CREATE INDEX passkey_member ON passkey (member_id);
--> statement-breakpoint
CREATE TABLE passkey_challenge (
  hash text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('add', 'log-in')),
  session_id text REFERENCES session (id) ON DELETE CASCADE,
  user_handle text,
  expires_at timestamptz NOT NULL,
  -- Adding belongs to a login and to a user handle; logging in to neither.
  CHECK ((purpose = 'add') = (session_id IS NOT NULL) AND (purpose = 'add') = (user_handle IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX passkey_challenge_expires_at ON passkey_challenge (expires_at);
