-- A member's wish for an exclusive show, and the show it became.
CREATE TABLE vip_request (
  id text PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES chat_session (id),
  sender text NOT NULL,
  came_from text NOT NULL CHECK (came_from IN ('free', 'chat')),
  state text NOT NULL CHECK (state IN ('pending', 'accepted', 'declined', 'stopped')),
  reason text CHECK (reason IN ('declined', 'expired', 'withdrawn', 'away', 'taken', 'no_credits')),
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  ended_at timestamptz,
  CHECK ((state = 'pending') = (answered_at IS NULL)),
  CHECK ((state = 'declined') = (reason IS NOT NULL)),
  CHECK ((state = 'stopped') = (ended_at IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX vip_request_one_pending ON vip_request (session_id) WHERE state = 'pending';
--> statement-breakpoint
-- Exclusive: a performer is in one show, and a chat in one.
CREATE UNIQUE INDEX vip_request_one_show ON vip_request (performer_id) WHERE state = 'accepted';
--> statement-breakpoint
CREATE INDEX vip_request_open ON vip_request (performer_id) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX vip_request_session ON vip_request (session_id, requested_at);
--> statement-breakpoint
-- Viewers who wait for the end of a show: `member:7`, or a guest's hash.
CREATE TABLE chat_lobby (
  performer_id integer NOT NULL REFERENCES performer (id),
  viewer text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, viewer)
);
--> statement-breakpoint
-- What was said in a show is read by nobody but its two.
ALTER TABLE chat_message ADD COLUMN vip_session text REFERENCES chat_session (id);
