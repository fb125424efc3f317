ALTER TABLE session
  ADD COLUMN device text,
  ADD COLUMN country text,
  ADD COLUMN last_seen_at timestamptz;
--> statement-breakpoint
-- Whether a browser of a login is new to a member who had logged in before.
CREATE INDEX session_of_member ON session (member_id, created_at);
