-- The mailbox of a folded e-mail address, as mailboxOf in contract/member/mailbox.ts finds it; null without an address.
CREATE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(plain, '.', '') || '@gmail.com'
    ELSE plain || '@' || domain END
  FROM (SELECT regexp_replace(substring(address FROM '^(.*)@[^@]*$'), '^([^+]+)\+.*$', '\1') AS plain,
    substring(address FROM '@([^@]*)$') AS domain) AS parts
$$;
--> statement-breakpoint
CREATE INDEX member_mailbox ON member (mailbox_of(email_folded));
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
CREATE INDEX transfer_free_at ON transfer (created_at) WHERE free > 0;
--> statement-breakpoint
-- New accounts of one network or mailbox that spent free credits at one performer, once a day.
CREATE TABLE ring (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('network', 'mailbox')),
  -- Keyed hash of what they have in common.
  hash text NOT NULL,
  performer_id integer NOT NULL REFERENCES performer (id),
  found_at timestamptz NOT NULL,
  CONSTRAINT ring_once_a_day UNIQUE (day, kind, hash, performer_id)
);
--> statement-breakpoint
CREATE TABLE ring_account (
  ring_id integer NOT NULL REFERENCES ring (id) ON DELETE CASCADE,
  member_id integer NOT NULL REFERENCES member (id),
  credits integer NOT NULL CHECK (credits > 0),
  PRIMARY KEY (ring_id, member_id)
);
--> statement-breakpoint
CREATE INDEX ring_account_member ON ring_account (member_id);
