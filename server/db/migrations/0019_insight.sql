-- A performer's own note about a member. Deleted with either account.
CREATE TABLE performer_note (
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  text text NOT NULL CHECK (text <> ''),
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, member_id)
);
--> statement-breakpoint
CREATE INDEX performer_note_member ON performer_note (member_id);
--> statement-breakpoint
-- For the favourites that a performer gained, and for those who follow her.
CREATE INDEX favourite_performer ON favourite (performer_id, member_id) INCLUDE (created_at);
--> statement-breakpoint
-- For the chats of a performer's stream and week.
CREATE INDEX chat_session_performer ON chat_session (performer_id, joined_at);
