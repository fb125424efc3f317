-- The foreign key to members is in the file of that table, which comes later.
CREATE TABLE session (
  id text PRIMARY KEY,
  member_id integer,
  performer_id integer CONSTRAINT session_performer REFERENCES performer (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  reset_hash text,
  reset_until timestamptz,
  device text,
  country text,
  last_seen_at timestamptz,
  generation integer NOT NULL DEFAULT 0,
  CHECK ((member_id IS NULL) <> (performer_id IS NULL))
);
--> statement-breakpoint
CREATE INDEX session_member ON session (member_id) WHERE ended_at IS NULL;
--> statement-breakpoint
-- Tells whether a browser is new to a member who has logged in before.
CREATE INDEX session_of_member ON session (member_id, created_at);
