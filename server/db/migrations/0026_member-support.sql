-- What became of a member's mails, and what operators noted about members.
CREATE TABLE member_mail (
  mail_id text NOT NULL,
  member_id integer NOT NULL REFERENCES member (id),
  subject text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'refused', 'failed', 'skipped')),
  at timestamptz NOT NULL,
  PRIMARY KEY (mail_id, member_id)
);
--> statement-breakpoint
CREATE INDEX member_mail_member ON member_mail (member_id, at);
--> statement-breakpoint
CREATE INDEX member_mail_at ON member_mail (at);
--> statement-breakpoint
CREATE TABLE member_note (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id integer NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('contact', 'money', 'conduct', 'care', 'other')),
  text text NOT NULL CHECK (char_length(text) BETWEEN 3 AND 1000),
  written_by text NOT NULL,
  written_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX member_note_member ON member_note (member_id);
