CREATE TABLE bundle (
  id text PRIMARY KEY,
  cents integer NOT NULL CHECK (cents > 0),
  credits integer NOT NULL CHECK (credits > 0),
  position smallint NOT NULL,
  active boolean NOT NULL DEFAULT true
);
--> statement-breakpoint
CREATE TABLE payment (
  id text PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  bundle_id text NOT NULL REFERENCES bundle (id),
  cents integer NOT NULL CHECK (cents > 0),
  credits integer NOT NULL CHECK (credits > 0),
  currency text NOT NULL DEFAULT 'EUR',
  method text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'paynl', 'dialxs')),
  provider_order text UNIQUE,
  redirect_url text,
  request_key text NOT NULL,
  device text NOT NULL CHECK (device IN ('mobile', 'desktop')),
  fingerprint text,
  status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'success', 'failed')),
  fail_reason smallint CHECK (fail_reason IN (100, 299, 300, 302, 308, 309)),
  transfer_id bigint UNIQUE REFERENCES transfer (id),
  consent_version text NOT NULL,
  consented_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  settled_at timestamptz,
  -- Credits that were spent before their money went back.
  debt integer NOT NULL DEFAULT 0,
  returned_cents integer NOT NULL DEFAULT 0,
  UNIQUE (member_id, request_key),
  CHECK ((provider_order IS NULL) = (redirect_url IS NULL)),
  CHECK ((status = 'success') = (transfer_id IS NOT NULL)),
  CHECK ((status = 'failed') = (fail_reason IS NOT NULL)),
  CHECK ((status = 'ready') = (settled_at IS NULL)),
  CHECK (debt BETWEEN 0 AND credits),
  CONSTRAINT payment_returned CHECK (returned_cents BETWEEN 0 AND cents AND (returned_cents = 0 OR status = 'success'))
);
--> statement-breakpoint
CREATE INDEX payment_pending ON payment (created_at) WHERE status = 'ready';
--> statement-breakpoint
CREATE INDEX payment_member ON payment (member_id, created_at DESC);
--> statement-breakpoint
CREATE TABLE payment_return (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payment (id),
  how text NOT NULL CHECK (how IN ('refund', 'chargeback')),
  cents integer NOT NULL CHECK (cents > 0),
  total_cents integer NOT NULL CHECK (total_cents >= cents),
  taken integer NOT NULL CHECK (taken >= 0),
  owed integer NOT NULL CHECK (owed >= 0),
  transfer_id bigint UNIQUE REFERENCES transfer (id),
  returned_at timestamptz NOT NULL,
  sent_at timestamptz,
  UNIQUE (payment_id, total_cents),
  CHECK ((taken > 0) = (transfer_id IS NOT NULL))
);
--> statement-breakpoint
-- Refunds above REFUND_REVIEW_ABOVE wait for a second operator.
CREATE TABLE refund_request (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payment (id),
  cents integer NOT NULL CHECK (cents > 0),
  asked_by text NOT NULL,
  reason text NOT NULL,
  asked_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('approved', 'refused')),
  decided_by text,
  decided_at timestamptz,
  CHECK (num_nonnulls(decision, decided_by, decided_at) IN (0, 3)),
  -- Four eyes.
  CHECK (decision <> 'approved' OR decided_by <> asked_by)
);
--> statement-breakpoint
CREATE UNIQUE INDEX refund_request_open ON refund_request (payment_id) WHERE decided_at IS NULL;
--> statement-breakpoint
CREATE TABLE debt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  return_id bigint NOT NULL UNIQUE REFERENCES payment_return (id),
  credits integer NOT NULL CHECK (credits > 0),
  paid integer NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND credits),
  opened_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((paid = credits) = (settled_at IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX debt_open ON debt (member_id) WHERE settled_at IS NULL;
--> statement-breakpoint
CREATE TABLE spending_limit (
  member_id integer NOT NULL REFERENCES member (id),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  credits integer CHECK (credits >= 0),
  next_credits integer CHECK (next_credits >= 0),
  next_from timestamptz,
  told_for timestamptz,
  PRIMARY KEY (member_id, period),
  CHECK (next_from IS NOT NULL OR next_credits IS NULL)
);
--> statement-breakpoint
CREATE TABLE cool_off (
  member_id integer PRIMARY KEY REFERENCES member (id),
  until timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE receipt_year (
  year integer PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);
--> statement-breakpoint
CREATE TABLE receipt (
  year integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  payment_id text NOT NULL UNIQUE REFERENCES payment (id),
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (year, number)
);
--> statement-breakpoint
CREATE TRIGGER receipt_append_only BEFORE UPDATE OR DELETE ON receipt
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
-- Purchases that their member has withdrawn from; the money goes back as a payment_return.
CREATE TABLE withdrawal (
  payment_id text PRIMARY KEY REFERENCES payment (id),
  credits integer NOT NULL CHECK (credits > 0),
  cents integer NOT NULL CHECK (cents > 0),
  withdrawn_at timestamptz NOT NULL
);
--> statement-breakpoint
-- A guest's session that a phone call pays for. The code is set only while it can be entered.
CREATE TABLE dial_in (
  id text PRIMARY KEY,
  guest_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'IN_CALL', 'ENDED', 'EXPIRED')),
  code text UNIQUE CHECK (code ~ '^[0-9]{4}$'),
  nickname text CHECK (length(nickname) BETWEEN 4 AND 14),
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  verified_at timestamptz,
  ended_at timestamptz,
  CHECK ((state = 'PENDING') = (code IS NOT NULL)),
  CHECK ((state IN ('IN_CALL', 'ENDED')) = (verified_at IS NOT NULL)),
  CHECK ((state = 'ENDED') = (ended_at IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX dial_in_one_open ON dial_in (guest_key) WHERE state IN ('PENDING', 'IN_CALL');
--> statement-breakpoint
CREATE UNIQUE INDEX dial_in_nickname ON dial_in (lower(nickname)) WHERE state = 'IN_CALL';
--> statement-breakpoint
CREATE INDEX dial_in_pending ON dial_in (expires_at) WHERE state = 'PENDING';
--> statement-breakpoint
-- What the provider bills, including calls in which no code was right.
CREATE TABLE phone_call (
  provider text NOT NULL,
  call_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'ended')),
  dial_in_id text UNIQUE REFERENCES dial_in (id),
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  started_at timestamptz NOT NULL,
  checked_at timestamptz,
  ended_at timestamptz,
  seconds integer CHECK (seconds >= 0),
  cents integer CHECK (cents >= 0),
  credits integer CHECK (credits >= 0),
  settled_at timestamptz,
  PRIMARY KEY (provider, call_id),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL AND seconds IS NOT NULL AND cents IS NOT NULL)),
  CHECK ((settled_at IS NOT NULL) = (credits IS NOT NULL)),
  CHECK (settled_at IS NULL OR state = 'ended')
);
--> statement-breakpoint
CREATE INDEX phone_call_open ON phone_call (started_at) WHERE settled_at IS NULL;
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
