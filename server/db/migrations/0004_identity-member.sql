-- Rows stay for good: audit rows name the operator.
CREATE TABLE operator (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name = lower(name)),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('support', 'moderator', 'finance', 'owner')),
  language text NOT NULL,
  password_hash text,
  code_key bytea,
  code_period bigint,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  CHECK ((password_hash IS NULL) = (code_key IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX operator_email ON operator (email) WHERE disabled_at IS NULL;
--> statement-breakpoint
CREATE TABLE operator_link (
  token_hash text PRIMARY KEY,
  operator_id integer NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX operator_link_operator ON operator_link (operator_id);
--> statement-breakpoint
-- The mailbox of a folded e-mail address, as mailboxOf in contract/member/mailbox.ts finds it; null without an address.
CREATE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(plain, '.', '') || '@gmail.com'
    ELSE plain || '@' || domain END
  FROM (SELECT regexp_replace(substring(address FROM '^(.*)@[^@]*$'), '^([^+]+)\+.*$', '\1') AS plain,
    substring(address FROM '@([^@]*)$') AS domain) AS parts
$$;
--> statement-breakpoint
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
  erase_at timestamptz,
  in_top_tippers boolean NOT NULL DEFAULT true,
  -- Of the name that others see.
  search_words text GENERATED ALWAYS AS (
    search_words(CASE WHEN username = email THEN chat_name ELSE username END)
  ) STORED
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
CREATE INDEX member_mailbox ON member (mailbox_of(email_folded));
--> statement-breakpoint
CREATE TABLE session (
  id text PRIMARY KEY,
  member_id integer REFERENCES member (id),
  performer_id integer CONSTRAINT session_performer REFERENCES performer (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  reset_hash text,
  reset_until timestamptz,
  device text,
  country text,
  last_seen_at timestamptz,
  generation integer NOT NULL DEFAULT 0,
  operator_id integer CONSTRAINT session_operator REFERENCES operator (id),
  browser text,
  CONSTRAINT session_owner CHECK (num_nonnulls(member_id, performer_id, operator_id) = 1),
  CONSTRAINT session_browser CHECK ((operator_id IS NULL) = (browser IS NULL))
);
--> statement-breakpoint
CREATE INDEX session_member ON session (member_id) WHERE ended_at IS NULL;
--> statement-breakpoint
-- Tells whether a browser is new to a member who has logged in before.
CREATE INDEX session_of_member ON session (member_id, created_at);
--> statement-breakpoint
CREATE INDEX session_performer ON session (performer_id) WHERE ended_at IS NULL;
--> statement-breakpoint
-- Tells whether a browser is new to a performer who has logged in before.
CREATE INDEX session_of_performer ON session (performer_id, created_at) WHERE performer_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX session_of_operator ON session (operator_id, created_at);
--> statement-breakpoint
CREATE TABLE passkey (
  id text PRIMARY KEY,
  member_id integer REFERENCES member (id),
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  user_handle text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  transports jsonb NOT NULL DEFAULT '[]'::jsonb,
  counter bigint NOT NULL CHECK (counter >= 0),
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  copied_at timestamptz,
  performer_id integer REFERENCES performer (id),
  operator_id integer REFERENCES operator (id),
  CONSTRAINT passkey_owner CHECK (num_nonnulls(member_id, performer_id, operator_id) = 1)
);
--> statement-breakpoint
CREATE INDEX passkey_member ON passkey (member_id);
--> statement-breakpoint
CREATE INDEX passkey_performer ON passkey (performer_id);
--> statement-breakpoint
CREATE INDEX passkey_operator ON passkey (operator_id);
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
-- E-mail addresses that a mail server refused for good, until it accepts a mail to them. Of anybody, so only hashes.
CREATE TABLE refused_address (
  address_hash text PRIMARY KEY,
  refused_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Mailboxes that have had the welcome credits, also of erased accounts, so only hashes.
CREATE TABLE welcomed_mailbox (
  mailbox_hash text PRIMARY KEY,
  welcomed_at timestamptz NOT NULL
);
--> statement-breakpoint
-- The network of a registration as a keyed hash, for some days.
CREATE TABLE sign_up_network (
  member_id integer PRIMARY KEY REFERENCES member (id),
  network_hash text NOT NULL,
  seen_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX sign_up_network_seen ON sign_up_network (seen_at);
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
  -- How the member wants to be told that this favourite is live.
  live_mail boolean NOT NULL DEFAULT false,
  live_browser boolean NOT NULL DEFAULT false,
  PRIMARY KEY (member_id, performer_id)
);
--> statement-breakpoint
CREATE INDEX favourite_live ON favourite (performer_id, member_id) WHERE live_mail OR live_browser;
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
  renewed_at timestamptz NOT NULL,
  -- Whether the browser is told of messages; of favourites it is told whatever this says.
  messages boolean NOT NULL DEFAULT true
);
--> statement-breakpoint
CREATE INDEX browser_subscription_member ON browser_subscription (member_id);
--> statement-breakpoint
-- When a member last said no to being told of favourites.
CREATE TABLE live_question (
  member_id integer PRIMARY KEY REFERENCES member (id),
  declined_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Which member was told of which start: the claim of the node that tells, and the count for the limits.
CREATE TABLE live_notice (
  member_id integer NOT NULL REFERENCES member (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  public_since timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, performer_id, public_since)
);
--> statement-breakpoint
CREATE INDEX live_notice_told ON live_notice (told_at);
