-- All reports about one performer or one member; a new one opens the case again.
CREATE TABLE report_case (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer UNIQUE REFERENCES performer (id),
  state text NOT NULL CHECK (state IN ('received', 'assigned', 'action', 'no-action', 'appealed', 'upheld', 'overruled')),
  urgent boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  opened_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Performers report members.
  member_id integer UNIQUE REFERENCES member (id),
  -- Who works on the case.
  assignee text,
  decided_by text,
  CONSTRAINT report_case_about CHECK (num_nonnulls(performer_id, member_id) = 1)
);
--> statement-breakpoint
CREATE INDEX report_case_order ON report_case (urgent DESC, changed_at);
--> statement-breakpoint
CREATE TABLE report (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number text NOT NULL UNIQUE,
  request_key text NOT NULL UNIQUE,
  case_id integer NOT NULL REFERENCES report_case (id),
  reason text NOT NULL,
  details text NOT NULL,
  place text NOT NULL CHECK (place IN ('stream', 'profile', 'conversation', 'room')),
  second integer CHECK (second >= 0),
  picture text,
  member_id integer REFERENCES member (id),
  email text,
  received_at timestamptz NOT NULL,
  -- The messages a report is about, by number. No foreign key: the report stays when the conversation is erased.
  conversation_id integer,
  first_seq integer,
  last_seq integer,
  by_performer_id integer REFERENCES performer (id),
  language text,
  CONSTRAINT report_messages CHECK (
    CASE WHEN place = 'conversation' THEN num_nonnulls(conversation_id, first_seq, last_seq) = 3
    ELSE num_nonnulls(conversation_id, first_seq, last_seq) = 0 END
  )
);
--> statement-breakpoint
CREATE INDEX report_of_case ON report (case_id, id);
--> statement-breakpoint
CREATE TABLE report_step (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id integer NOT NULL REFERENCES report_case (id),
  version integer NOT NULL,
  state text NOT NULL,
  actor text NOT NULL,
  report_id integer REFERENCES report (id),
  at timestamptz NOT NULL,
  -- What was stated.
  note text,
  UNIQUE (case_id, version)
);
--> statement-breakpoint
CREATE TRIGGER report_step_append_only BEFORE UPDATE OR DELETE ON report_step
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- Links for an appeal.
CREATE TABLE report_appeal (
  token_hash text PRIMARY KEY,
  case_id integer NOT NULL REFERENCES report_case (id),
  version integer NOT NULL,
  report_id integer REFERENCES report (id),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX report_appeal_of_case ON report_appeal (case_id);
--> statement-breakpoint
CREATE INDEX report_appeal_of_report ON report_appeal (report_id);
--> statement-breakpoint
-- The picture of the stream at the time of the report, in the database so that every node finds it.
CREATE TABLE report_picture (
  number text PRIMARY KEY REFERENCES report (number),
  picture bytea NOT NULL,
  taken_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX report_picture_taken_at ON report_picture (taken_at);
