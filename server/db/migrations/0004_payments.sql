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
  UNIQUE (member_id, request_key),
  CHECK ((provider_order IS NULL) = (redirect_url IS NULL)),
  CHECK ((status = 'success') = (transfer_id IS NOT NULL)),
  CHECK ((status = 'failed') = (fail_reason IS NOT NULL)),
  CHECK ((status = 'ready') = (settled_at IS NULL))
);
--> statement-breakpoint
CREATE INDEX payment_pending ON payment (created_at) WHERE status = 'ready';
--> statement-breakpoint
CREATE INDEX payment_member ON payment (member_id, created_at DESC);
