-- Browsers in which a member wants notices (Web Push). Endpoint and keys are as the browser named them.
CREATE TABLE browser_subscription (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  member_id integer NOT NULL REFERENCES member (id),
  session_id text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX browser_subscription_member ON browser_subscription (member_id);
--> statement-breakpoint
-- When a member was last told of unread messages, and the newest of them.
CREATE TABLE unread_notice (
  member_id integer PRIMARY KEY REFERENCES member (id),
  told_at timestamptz NOT NULL,
  message_id bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX private_message_to_members ON private_message (sent_at) WHERE owner = 'performer';
--> statement-breakpoint
ALTER TABLE report DROP CONSTRAINT report_place_check;
--> statement-breakpoint
ALTER TABLE report ADD CONSTRAINT report_place_check CHECK (place IN ('stream', 'profile', 'conversation'));
--> statement-breakpoint
-- The messages a report is about, by number. No foreign key: the report stays when the conversation is erased.
ALTER TABLE report ADD COLUMN conversation_id integer;
--> statement-breakpoint
ALTER TABLE report ADD COLUMN first_seq integer;
--> statement-breakpoint
ALTER TABLE report ADD COLUMN last_seq integer;
--> statement-breakpoint
ALTER TABLE report ADD CONSTRAINT report_messages CHECK (
  CASE WHEN place = 'conversation' THEN num_nonnulls(conversation_id, first_seq, last_seq) = 3
  ELSE num_nonnulls(conversation_id, first_seq, last_seq) = 0 END
);
