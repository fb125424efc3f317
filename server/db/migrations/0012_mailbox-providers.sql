-- The index is computed again with the new function.
DROP INDEX member_mailbox;
--> statement-breakpoint
-- The mailbox of a folded e-mail address, by the table of contract/member/mailbox.ts; null without an address.
CREATE OR REPLACE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(plain, '.', '') || '@gmail.com'
    WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN plain || '@icloud.com'
    WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me')
      THEN translate(plain, '._-', '') || '@proton.me'
    WHEN domain ~ '^(?:ya\.ru|yandex\.(?:ru|com|by|kz|ua|uz|com\.tr))$' THEN replace(plain, '.', '-') || '@yandex.com'
    WHEN domain ~ '^(?:yahoo\.(?:[a-z]{2}|com?\.[a-z]{2}|com)|(?:ymail|rocketmail|myyahoo)\.com)$'
      THEN regexp_replace(plain, '^([^-]+)-.*$', '\1') || '@' || domain
    WHEN domain ~ '(?:^|\.)fastmail\.(?:[a-z]{2}|com|net|org|co\.uk|com\.au)$'
      THEN replace(coalesce(substring(domain FROM '([^.]+)\.fastmail\.(?:[a-z]{2}|com|net|org|co\.uk|com\.au)$'), plain), '_', '-')
        || '@' || substring(domain FROM '(fastmail\.(?:[a-z]{2}|com|net|org|co\.uk|com\.au))$')
    ELSE plain || '@' || domain END
  FROM (SELECT regexp_replace(substring(address FROM '^(.*)@[^@]*$'), '^([^+]+)\+.*$', '\1') AS plain,
    substring(address FROM '@([^@]*)$') AS domain) AS parts
$$;
--> statement-breakpoint
CREATE INDEX member_mailbox ON member (mailbox_of(email_folded));
