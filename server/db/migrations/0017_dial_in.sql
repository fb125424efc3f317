-- A guest's session that a phone call pays for. The code is only there while it can be entered.
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
-- What the provider bills; also a call in which no code was right.
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
-- One more kind, whatever kinds there are by now.
DO $$
DECLARE known text;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
    WHERE conname = 'transfer_kind_check' AND conrelid = 'transfer'::regclass;
  ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
  EXECUTE format('ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check CHECK (kind = ''dial-in'' OR (%s))', known);
END $$;
--> statement-breakpoint
ALTER TABLE chat_session ADD COLUMN dial_in_session text REFERENCES dial_in (id);
--> statement-breakpoint
ALTER TABLE chat_session DROP CONSTRAINT chat_session_check;
--> statement-breakpoint
ALTER TABLE chat_session ADD CONSTRAINT chat_session_one_viewer
  CHECK (num_nonnulls(member_id, guest_key, dial_in_session) = 1);
--> statement-breakpoint
-- One call pays for one chat at a time.
CREATE UNIQUE INDEX chat_session_one_per_call ON chat_session (dial_in_session) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX chat_session_call ON chat_session (dial_in_session);
