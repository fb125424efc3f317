-- What a performer has done about a viewer of her room. One of each kind stands for a viewer; an undone one stays as a row.
CREATE TABLE chat_sanction (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  member_id integer REFERENCES member (id),
  guest_key text,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mute', 'kick', 'block')),
  reason text NOT NULL DEFAULT '',
  since timestamptz NOT NULL,
  until timestamptz,
  lifted_at timestamptz,
  CHECK ((member_id IS NULL) <> (guest_key IS NULL)),
  CHECK (until > since)
);
--> statement-breakpoint
CREATE UNIQUE INDEX chat_sanction_member ON chat_sanction (performer_id, member_id, kind) WHERE lifted_at IS NULL AND member_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX chat_sanction_guest ON chat_sanction (performer_id, guest_key, kind) WHERE lifted_at IS NULL AND guest_key IS NOT NULL;
--> statement-breakpoint
ALTER TABLE chat_room
  ADD COLUMN slow_seconds integer CHECK (slow_seconds BETWEEN 3 AND 120),
  ADD COLUMN words text[] NOT NULL DEFAULT '{}',
  ADD COLUMN closed_at timestamptz;
--> statement-breakpoint
CREATE INDEX chat_room_closed ON chat_room (performer_id) WHERE closed_at IS NOT NULL;
--> statement-breakpoint
-- The turn of a member in slow mode.
CREATE INDEX chat_message_turn ON chat_message (author, sent_at);
--> statement-breakpoint
-- Whom a performer names by what the room called them.
CREATE INDEX chat_session_sender ON chat_session (performer_id, sender, joined_at);
--> statement-breakpoint
-- All reports about one performer; a new one opens it again.
CREATE TABLE report_case (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL UNIQUE REFERENCES performer (id),
  state text NOT NULL CHECK (state IN ('received', 'assigned', 'action', 'no-action', 'appealed', 'upheld', 'overruled')),
  urgent boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  opened_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
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
  place text NOT NULL CHECK (place IN ('stream', 'profile')),
  second integer CHECK (second >= 0),
  picture text,
  member_id integer REFERENCES member (id),
  email text,
  received_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX report_of_case ON report (case_id, id);
--> statement-breakpoint
-- One row for each step of a case.
CREATE TABLE report_step (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id integer NOT NULL REFERENCES report_case (id),
  version integer NOT NULL,
  state text NOT NULL,
  actor text NOT NULL,
  report_id integer REFERENCES report (id),
  at timestamptz NOT NULL,
  UNIQUE (case_id, version)
);
--> statement-breakpoint
CREATE TRIGGER report_step_append_only BEFORE UPDATE OR DELETE ON report_step
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
