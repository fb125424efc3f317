-- Where a sale is taxed: pieces of evidence of the buyer's country, and the country if sales are taxed there.
ALTER TABLE payment
  ADD COLUMN evidence jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN vat_country text CHECK (vat_country ~ '^[A-Z]{2}$');
--> statement-breakpoint
-- What tax law asks performers for (Directive 2021/514), and when they were asked.
CREATE TABLE seller (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  -- Null until she has given it.
  sealed bytea,
  -- Member state or other country of her residence; decides whether she is reported.
  country text CHECK (country ~ '^[A-Z]{2}$'),
  saved_at timestamptz,
  asked_at timestamptz,
  reminders smallint NOT NULL DEFAULT 0 CHECK (reminders BETWEEN 0 AND 2),
  CHECK ((sealed IS NULL) = (saved_at IS NULL)),
  CHECK ((sealed IS NULL) = (country IS NULL)),
  CHECK (asked_at IS NOT NULL OR reminders = 0)
);
--> statement-breakpoint
-- Affiliates and the terms that they have accepted last; earlier ones are in the audit trail.
CREATE TABLE affiliate (
  code text PRIMARY KEY,
  name text NOT NULL,
  -- Of the terms, as `2026-12-01`.
  terms_version date NOT NULL,
  accepted_on date NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamptz NOT NULL
);
