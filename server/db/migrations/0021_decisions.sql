-- What an operator decided about one person, with its ground and its facts. A case is only the folder.
CREATE TABLE decision (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id integer NOT NULL REFERENCES report_case (id),
  state text NOT NULL CHECK (state IN ('unexplained', 'standing', 'appealed', 'upheld', 'overruled', 'withdrawn')),
  -- Counts the moves: a judge names the version that was read.
  version integer NOT NULL DEFAULT 1,
  measure text NOT NULL CHECK (measure IN ('none', 'warn', 'hide', 'refuse-picture', 'cut-stream', 'cut-viewer', 'block', 'suspend', 'stated')),
  -- Null for a measure without an end.
  ends_at timestamptz,
  -- When it ended early, because it was lifted or undone.
  ended_at timestamptz,
  -- The performer whose room it is about.
  room_id integer REFERENCES performer (id),
  -- Of the suspension, the sanction or the picture that it made or changed.
  object_id integer,
  -- Countries and regions in which a performer is hidden by it.
  places text[] NOT NULL DEFAULT '{}',
  -- Null until it is explained, and in decisions of earlier versions.
  ground text,
  facts text,
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  explained_at timestamptz,
  -- The last verdict on appeals, or the withdrawal.
  judged_by text,
  judged_at timestamptz,
  verdict text,
  CONSTRAINT decision_explained CHECK (
    CASE state WHEN 'unexplained' THEN explained_at IS NULL WHEN 'withdrawn' THEN true ELSE explained_at IS NOT NULL END
  )
);
--> statement-breakpoint
CREATE INDEX decision_case ON decision (case_id, id);
--> statement-breakpoint
CREATE INDEX decision_unexplained ON decision (decided_at) WHERE state = 'unexplained';
--> statement-breakpoint
-- Each person who is told of a decision, and the one appeal of each.
CREATE TABLE decision_addressee (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decision_id integer NOT NULL REFERENCES decision (id),
  -- Null for the person decided about.
  report_id integer REFERENCES report (id),
  -- Whose login shows the statement; both null for a guest and for an erased account.
  performer_id integer REFERENCES performer (id),
  member_id integer REFERENCES member (id),
  -- Of the mailed link.
  token_hash text UNIQUE,
  expires_at timestamptz NOT NULL,
  seen_at timestamptz,
  appeal text,
  appealed_at timestamptz,
  -- The operator who noted an appeal that came by letter or phone.
  noted_by text,
  answered_at timestamptz,
  CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  CHECK (answered_at IS NULL OR appealed_at IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX decision_addressee_once ON decision_addressee (decision_id, coalesce(report_id, 0));
--> statement-breakpoint
CREATE INDEX decision_addressee_report ON decision_addressee (report_id);
--> statement-breakpoint
CREATE INDEX decision_addressee_performer ON decision_addressee (performer_id) WHERE performer_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX decision_addressee_member ON decision_addressee (member_id) WHERE member_id IS NOT NULL;
--> statement-breakpoint
-- The decision that judged it; null while it waits.
ALTER TABLE report ADD COLUMN decision_id integer REFERENCES decision (id);
--> statement-breakpoint
CREATE INDEX report_decision ON report (decision_id);
--> statement-breakpoint
ALTER TABLE report_step ADD COLUMN decision_id integer REFERENCES decision (id);
--> statement-breakpoint
-- Of the places that do not see her those that a decision holds: she cannot show herself there again.
ALTER TABLE performer ADD COLUMN held_in text[] NOT NULL DEFAULT '{}';
