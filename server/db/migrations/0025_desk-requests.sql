-- Acts of value of operators: done alone, or waiting for a second operator. Takes over refund_request, which no code reads any more.
CREATE TABLE desk_request (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL CHECK (act IN ('goodwill', 'refund', 'payout', 'payout-return', 'approval', 'record', 'export')),
  subject text NOT NULL,
  member_id integer REFERENCES member (id),
  -- Cents, or a number of acts.
  value integer NOT NULL CHECK (value >= 0),
  payload jsonb NOT NULL,
  asked_by text NOT NULL,
  reason text NOT NULL,
  form_key text NOT NULL,
  asked_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'waiting', 'approved', 'done', 'refused', 'expired')),
  decided_by text,
  decided_at timestamptz,
  overridden boolean NOT NULL DEFAULT false,
  done_at timestamptz,
  answer jsonb,
  CONSTRAINT desk_request_form UNIQUE (asked_by, form_key),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CHECK (state NOT IN ('approved', 'refused') OR decided_by IS NOT NULL),
  CHECK (state NOT IN ('asked', 'waiting') OR decided_by IS NULL),
  -- Four eyes, unless an owner overrode the rule.
  CONSTRAINT desk_request_four_eyes
    CHECK (state = 'refused' OR decided_by IS NULL OR (decided_by = asked_by) = overridden)
);
--> statement-breakpoint
CREATE UNIQUE INDEX desk_request_waiting ON desk_request (act, subject) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX desk_request_done ON desk_request (act, done_at) WHERE state = 'done';
--> statement-breakpoint
CREATE INDEX desk_request_member ON desk_request (member_id);
--> statement-breakpoint
INSERT INTO desk_request (act, subject, member_id, value, payload, asked_by, reason, form_key, asked_at, state, decided_by, decided_at, done_at)
SELECT 'refund', 'payment:' || old.payment_id, payment.member_id, old.cents,
  jsonb_build_object('payment', old.payment_id, 'cents', old.cents),
  old.asked_by, old.reason, 'refund-request-' || old.id, old.asked_at,
  CASE old.decision WHEN 'approved' THEN 'done' WHEN 'refused' THEN 'refused' ELSE 'waiting' END,
  old.decided_by, old.decided_at, CASE old.decision WHEN 'approved' THEN old.decided_at END
FROM refund_request old JOIN payment ON payment.id = old.payment_id
ORDER BY old.id;
