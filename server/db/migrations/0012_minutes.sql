ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
--> statement-breakpoint
ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check
  CHECK (kind IN ('welcome', 'purchase', 'refund', 'tip', 'minute', 'minute-return', 'stall-credit', 'opening'));
--> statement-breakpoint
ALTER TABLE chat_minute RENAME TO chat_minute_before;
--> statement-breakpoint
CREATE TABLE chat_minute (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  mode text NOT NULL CHECK (mode IN ('chat', 'vip')),
  bought_in text NOT NULL REFERENCES chat_session (id),
  number integer NOT NULL,
  session_id text NOT NULL REFERENCES chat_session (id),
  price integer NOT NULL CHECK (price > 0),
  bought_at timestamptz NOT NULL,
  transfer_id bigint NOT NULL UNIQUE REFERENCES transfer (id),
  delivered_ms integer NOT NULL DEFAULT 0 CHECK (delivered_ms >= 0),
  believed_ms integer NOT NULL DEFAULT 0 CHECK (believed_ms >= 0),
  state text NOT NULL CHECK (state IN ('running', 'away', 'settled')),
  reason text,
  kept_until timestamptz,
  settled_at timestamptz,
  returned integer NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND price),
  return_transfer_id bigint UNIQUE REFERENCES transfer (id),
  UNIQUE (bought_in, number),
  CHECK ((state = 'away') = (kept_until IS NOT NULL)),
  CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
  CHECK (returned = 0 OR (state = 'settled' AND return_transfer_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX chat_minute_one_open ON chat_minute (member_id, performer_id, mode) WHERE state <> 'settled';
--> statement-breakpoint
CREATE INDEX chat_minute_away ON chat_minute (kept_until) WHERE state = 'away';
--> statement-breakpoint
CREATE INDEX chat_minute_session ON chat_minute (session_id);
--> statement-breakpoint
CREATE INDEX tip_session ON tip (session_id);
--> statement-breakpoint
INSERT INTO chat_minute (member_id, performer_id, mode, bought_in, number, session_id, price, bought_at, transfer_id,
    delivered_ms, state, reason, settled_at, returned, return_transfer_id)
  SELECT s.member_id, s.performer_id, s.type, s.id, m.number, s.id, m.price, m.started_at, m.transfer_id,
    CASE WHEN m.settled OR s.state = 'ended' THEN 60000
      ELSE least(60000, greatest(0, extract(epoch FROM s.last_seen_at - m.started_at) * 1000))::integer END,
    CASE WHEN m.settled OR s.state = 'ended' THEN 'settled' ELSE 'running' END,
    CASE WHEN m.settled OR s.state = 'ended' THEN coalesce(s.end_reason, 'used') END,
    CASE WHEN m.settled OR s.state = 'ended' THEN coalesce(s.ended_at, m.started_at) END,
    coalesce(t.amount, 0), t.id
  FROM chat_minute_before m
  JOIN chat_session s ON s.id = m.session_id
  LEFT JOIN transfer t ON t.idempotency_key = 'stall:' || m.session_id || ':' || m.number
  WHERE s.member_id IS NOT NULL AND s.type <> 'free'
  ORDER BY m.started_at, m.session_id, m.number;
--> statement-breakpoint
DROP TABLE chat_minute_before;
--> statement-breakpoint
ALTER TABLE chat_session
  DROP COLUMN paid_until,
  DROP COLUMN silent_ms,
  ADD COLUMN node text NOT NULL DEFAULT '',
  ADD COLUMN media_ms integer NOT NULL DEFAULT 0,
  ADD COLUMN delivered_ms integer NOT NULL DEFAULT 0;
