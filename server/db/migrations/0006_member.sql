CREATE TABLE member (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_folded text NOT NULL UNIQUE,
  username text NOT NULL,
  username_folded text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  -- Which languages are served is in contract/locales.ts, so a new one needs no migration.
  language text NOT NULL DEFAULT 'nl' CONSTRAINT member_language_tag CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  lander text NOT NULL DEFAULT '',
  end_user_text text NOT NULL DEFAULT '',
  meta jsonb NOT NULL DEFAULT '{}',
  terms_accepted_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_email_hash text,
  look_alike text NOT NULL GENERATED ALWAYS AS (fold_look_alikes(username)) STORED,
  -- The name in chats of a member without a username.
  chat_name text,
  -- Optional mails; a kind that is missing here is wanted.
  mail_choices jsonb NOT NULL DEFAULT '{}',
  blocked_at timestamptz,
  -- Part of the contract between operator and affiliate, so it stays when the account is erased.
  affiliate text CHECK (affiliate ~ '^[A-Za-z0-9]+$' AND length(affiliate) <= 256),
  erase_at timestamptz
);
--> statement-breakpoint
CREATE INDEX member_deleted_email ON member (deleted_email_hash) WHERE deleted_email_hash IS NOT NULL;
--> statement-breakpoint
CREATE INDEX member_look_alike ON member (look_alike);
--> statement-breakpoint
CREATE UNIQUE INDEX member_chat_name ON member (lower(chat_name));
--> statement-breakpoint
CREATE INDEX member_created ON member (created_at);
--> statement-breakpoint
CREATE INDEX member_erase_at ON member (erase_at) WHERE erase_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE session ADD FOREIGN KEY (member_id) REFERENCES member (id);
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
--> statement-breakpoint
-- A change of e-mail address: confirmed at the new address, and undone from the old one for a week.
CREATE TABLE email_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  old_email text NOT NULL,
  new_email text NOT NULL,
  confirm_hash text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  undo_hash text UNIQUE,
  undo_until timestamptz,
  closed_at timestamptz
);
--> statement-breakpoint
CREATE INDEX email_change_member ON email_change (member_id, id);
--> statement-breakpoint
-- An old address stays reserved while the change can be undone.
CREATE INDEX email_change_kept ON email_change (lower(old_email)) WHERE undo_hash IS NOT NULL AND closed_at IS NULL;
--> statement-breakpoint
CREATE TABLE favourite (
  member_id integer NOT NULL REFERENCES member (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, performer_id)
);
--> statement-breakpoint
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
  -- Adding a passkey belongs to a login and to a user handle; logging in with one to neither.
  CHECK ((purpose = 'add') = (session_id IS NOT NULL) AND (purpose = 'add') = (user_handle IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX passkey_challenge_expires_at ON passkey_challenge (expires_at);
--> statement-breakpoint
-- Browsers in which a member wants notices (Web Push). Endpoint and keys are as the browser named them.
CREATE TABLE browser_subscription (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX browser_subscription_member ON browser_subscription (member_id);
