-- Members whom a performer appointed to keep order in her room. An ended appointment stays as a row.
CREATE TABLE room_moderator (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (until > since),
  CHECK (ended_at >= since)
);
--> statement-breakpoint
CREATE UNIQUE INDEX room_moderator_one ON room_moderator (performer_id, member_id) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX room_moderator_of_member ON room_moderator (member_id);
--> statement-breakpoint
CREATE INDEX room_moderator_due ON room_moderator (until) WHERE ended_at IS NULL;
--> statement-breakpoint
-- The moderator who acted; null for the performer's own acts.
ALTER TABLE chat_sanction ADD COLUMN by_member_id integer REFERENCES member (id);
--> statement-breakpoint
CREATE INDEX chat_sanction_by ON chat_sanction (by_member_id) WHERE by_member_id IS NOT NULL;
--> statement-breakpoint
-- Performers report members: a case is about a performer or a member, never both.
ALTER TABLE report_case ALTER COLUMN performer_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE report_case ADD COLUMN member_id integer UNIQUE REFERENCES member (id);
--> statement-breakpoint
ALTER TABLE report_case ADD CONSTRAINT report_case_about CHECK (num_nonnulls(performer_id, member_id) = 1);
--> statement-breakpoint
ALTER TABLE report ADD COLUMN by_performer_id integer REFERENCES performer (id);
--> statement-breakpoint
ALTER TABLE report DROP CONSTRAINT report_place_check;
--> statement-breakpoint
ALTER TABLE report ADD CONSTRAINT report_place_check CHECK (place IN ('stream', 'profile', 'conversation', 'room'));
--> statement-breakpoint
-- What each member has tipped since the performer went live, less what was given back.
CREATE TABLE room_tipper (
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer NOT NULL REFERENCES member (id),
  -- The performer's public_since for which the credits count.
  since timestamptz NOT NULL,
  credits integer NOT NULL CHECK (credits >= 0),
  tipped_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, member_id)
);
--> statement-breakpoint
CREATE INDEX room_tipper_of_member ON room_tipper (member_id);
--> statement-breakpoint
ALTER TABLE member ADD COLUMN in_top_tippers boolean NOT NULL DEFAULT true;
