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
