-- Money of a paid order that went back, a debt where its credits were spent, and what an operator does about members.
ALTER TABLE payment
  ADD COLUMN debt integer NOT NULL DEFAULT 0 CHECK (debt BETWEEN 0 AND credits),
  ADD COLUMN returned_cents integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT payment_returned CHECK (returned_cents BETWEEN 0 AND cents AND (returned_cents = 0 OR status = 'success'));
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
-- More kinds, whatever kinds there are by now.
DO $$
DECLARE known text;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
    WHERE conname = 'transfer_kind_check' AND conrelid = 'transfer'::regclass;
  ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
  EXECUTE format('ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check
    CHECK (kind IN (''chargeback'', ''debt'', ''goodwill'') OR (%s))', known);
END $$;
--> statement-breakpoint
ALTER TABLE audit ADD COLUMN reason text;
--> statement-breakpoint
ALTER TABLE member ADD COLUMN blocked_at timestamptz;
