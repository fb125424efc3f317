-- Exists while a performer's toy is on (docs/decisions/0072).
CREATE TABLE toy (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  ceiling integer NOT NULL CHECK (ceiling BETWEEN 1 AND 100),
  online_status smallint NOT NULL,
  away_since timestamptz
);
--> statement-breakpoint
CREATE TABLE toy_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES chat_session (id),
  transfer_id bigint NOT NULL UNIQUE REFERENCES transfer (id),
  sender text NOT NULL,
  level text NOT NULL CHECK (level IN ('low', 'normal', 'medium', 'hard', 'ultra', 'extreme')),
  intensity integer NOT NULL CHECK (intensity BETWEEN 1 AND 100),
  seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 180),
  state text NOT NULL CHECK (state IN ('waiting', 'playing', 'done')),
  queued_at timestamptz NOT NULL,
  started_at timestamptz,
  heard_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('played', 'stopped', 'status', 'device', 'away', 'off')),
  played_ms integer NOT NULL DEFAULT 0 CHECK (played_ms BETWEEN 0 AND seconds * 1000),
  CHECK ((state = 'done') = (ended_at IS NOT NULL)),
  CHECK ((state = 'done') = (end_reason IS NOT NULL)),
  CHECK (state <> 'playing' OR started_at IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX toy_run_one_plays ON toy_run (performer_id) WHERE state = 'playing';
--> statement-breakpoint
CREATE INDEX toy_run_open ON toy_run (performer_id, id) WHERE state <> 'done';
--> statement-breakpoint
CREATE INDEX toy_run_session ON toy_run (session_id);
--> statement-breakpoint
CREATE INDEX toy_run_member ON toy_run (member_id, performer_id, queued_at);
--> statement-breakpoint
ALTER TABLE tip ADD COLUMN tip_type text NOT NULL DEFAULT 'tip'
  CHECK (tip_type IN ('tip', 'wink', 'kiss', 'drink', 'heart', 'gift'));
--> statement-breakpoint
ALTER TABLE chat_message ADD COLUMN tip_type text;
--> statement-breakpoint
-- Nothing has switched a toy on before; profiles that said so meant nothing.
UPDATE performer SET toy_active = false WHERE toy_active;
