CREATE TABLE member (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_folded text NOT NULL UNIQUE,
  username text NOT NULL,
  username_folded text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  language text NOT NULL DEFAULT 'nl' CHECK (language IN ('nl', 'en')),
  lander text NOT NULL DEFAULT '',
  end_user_text text NOT NULL DEFAULT '',
  meta jsonb NOT NULL DEFAULT '{}',
  terms_accepted_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_email_hash text
);
--> statement-breakpoint
CREATE INDEX member_deleted_email ON member (deleted_email_hash) WHERE deleted_email_hash IS NOT NULL;
--> statement-breakpoint
CREATE TABLE session (
  id text PRIMARY KEY,
  member_id integer REFERENCES member (id),
  performer_id integer,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  reset_hash text,
  reset_until timestamptz,
  CHECK ((member_id IS NULL) <> (performer_id IS NULL))
);
--> statement-breakpoint
CREATE INDEX session_member ON session (member_id) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE TABLE mail_link (
  token_hash text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('activate', 'reset')),
  member_id integer NOT NULL REFERENCES member (id),
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX mail_link_member ON mail_link (member_id);
