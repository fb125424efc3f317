-- Payouts to performers by bank transfer. Account numbers are not stored.
ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
--> statement-breakpoint
ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check CHECK (kind IN (
  'welcome', 'purchase', 'refund', 'chargeback', 'debt', 'goodwill', 'tip', 'minute', 'minute-return', 'toy-return',
  'message', 'message-return', 'dial-in', 'stall-credit', 'opening', 'lapse', 'payout', 'payout-return'
));
--> statement-breakpoint
CREATE TABLE payout (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  month text NOT NULL CONSTRAINT payout_month CHECK (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  credits integer NOT NULL CHECK (credits > 0),
  -- Cents for 100 credits.
  rate integer NOT NULL CHECK (rate > 0),
  cents integer NOT NULL CHECK (cents > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Of the bank transfer.
  reference text NOT NULL CHECK (reference <> ''),
  paid_by text NOT NULL,
  paid_at timestamptz NOT NULL,
  transfer_id bigint NOT NULL UNIQUE REFERENCES transfer (id),
  returned_by text,
  returned_at timestamptz CHECK (returned_at >= paid_at),
  return_reason text,
  return_transfer_id bigint UNIQUE REFERENCES transfer (id),
  CONSTRAINT payout_cents CHECK (cents = credits::bigint * rate / 100),
  CONSTRAINT payout_month_over CHECK (month < to_char(paid_at AT TIME ZONE 'Europe/Amsterdam', 'YYYY-MM')),
  CONSTRAINT payout_returned CHECK (
    num_nonnulls(returned_by, returned_at, return_reason, return_transfer_id) IN (0, 4)
  )
);
--> statement-breakpoint
CREATE UNIQUE INDEX payout_once ON payout (performer_id, month) WHERE returned_at IS NULL;
--> statement-breakpoint
CREATE INDEX payout_of ON payout (performer_id, id);
--> statement-breakpoint
CREATE INDEX payout_for_month ON payout (month);
--> statement-breakpoint
CREATE INDEX payout_paid ON payout (paid_at);
