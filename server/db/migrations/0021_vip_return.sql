-- A show is kept for a while for a member whose line or page is gone, and goes on in the chat that the member opens then.
ALTER TABLE vip_request ADD COLUMN away_until timestamptz CHECK (away_until IS NULL OR state = 'accepted');
--> statement-breakpoint
-- The chat that it was asked in; `session_id` is the one it goes on in.
ALTER TABLE vip_request ADD COLUMN began_in text REFERENCES chat_session (id);
--> statement-breakpoint
UPDATE vip_request SET began_in = session_id;
--> statement-breakpoint
ALTER TABLE vip_request ALTER COLUMN began_in SET NOT NULL;
--> statement-breakpoint
CREATE INDEX vip_request_began_in ON vip_request (began_in);
--> statement-breakpoint
-- The login that watches: the chat ends with it.
ALTER TABLE chat_session ADD COLUMN login_id text;
--> statement-breakpoint
-- What the stream showed when it was reported, where every node finds it.
CREATE TABLE report_picture (
  number text PRIMARY KEY REFERENCES report (number),
  picture bytea NOT NULL,
  taken_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX report_picture_taken_at ON report_picture (taken_at);
