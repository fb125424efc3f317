-- A member's camera in one chat session. The media itself is in the media server; here is who may send and see it.
CREATE TABLE cam_back (
  session_id text PRIMARY KEY REFERENCES chat_session (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  state text NOT NULL CHECK (state IN ('loading', 'started', 'stopped')),
  -- Of the last stop; null while it has never been stopped.
  stopped_at timestamptz
);
--> statement-breakpoint
CREATE INDEX cam_back_of_member ON cam_back (member_id, stopped_at);
--> statement-breakpoint
CREATE INDEX cam_back_shown ON cam_back (performer_id) WHERE state <> 'stopped';
