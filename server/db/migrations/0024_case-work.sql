-- Who works on a case and who decided it, what was stated, and links for an appeal.
ALTER TABLE report_case ADD COLUMN assignee text;
--> statement-breakpoint
ALTER TABLE report_case ADD COLUMN decided_by text;
--> statement-breakpoint
ALTER TABLE report ADD COLUMN language text;
--> statement-breakpoint
ALTER TABLE report_step ADD COLUMN note text;
--> statement-breakpoint
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
