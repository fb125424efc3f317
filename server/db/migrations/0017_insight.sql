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
--> statement-breakpoint
-- What a performer wrote to all who follow her. Deleted with her account.
CREATE TABLE follower_message (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  performer_id integer NOT NULL REFERENCES performer (id),
  client_id text NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  sent_at timestamptz NOT NULL,
  -- Followers up to this member were told: a piece of work that runs twice goes on from here.
  told_to integer NOT NULL DEFAULT 0,
  UNIQUE (performer_id, client_id)
);
--> statement-breakpoint
CREATE INDEX follower_message_of ON follower_message (performer_id, id);
--> statement-breakpoint
-- When a member was last told of such a message: once a day at most, whoever wrote.
CREATE TABLE follower_notice (
  member_id integer PRIMARY KEY REFERENCES member (id),
  told_at timestamptz NOT NULL
);
