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
ALTER TABLE session ADD COLUMN operator_id integer CONSTRAINT session_operator REFERENCES operator (id);
--> statement-breakpoint
ALTER TABLE session ADD COLUMN browser text;
--> statement-breakpoint
ALTER TABLE session DROP CONSTRAINT session_check;
--> statement-breakpoint
ALTER TABLE session ADD CONSTRAINT session_owner CHECK (num_nonnulls(member_id, performer_id, operator_id) = 1);
--> statement-breakpoint
ALTER TABLE session ADD CONSTRAINT session_browser CHECK ((operator_id IS NULL) = (browser IS NULL));
--> statement-breakpoint
CREATE INDEX session_of_operator ON session (operator_id, created_at);
--> statement-breakpoint
ALTER TABLE passkey ADD COLUMN operator_id integer REFERENCES operator (id);
--> statement-breakpoint
ALTER TABLE passkey DROP CONSTRAINT passkey_owner;
--> statement-breakpoint
ALTER TABLE passkey ADD CONSTRAINT passkey_owner CHECK (num_nonnulls(member_id, performer_id, operator_id) = 1);
--> statement-breakpoint
CREATE INDEX passkey_operator ON passkey (operator_id);
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
