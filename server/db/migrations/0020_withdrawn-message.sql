-- When a message to all followers was withdrawn, and by whom: `performer`, or the name of an operator with a statement of reasons.
ALTER TABLE follower_message ADD COLUMN withdrawn_at timestamptz;
--> statement-breakpoint
ALTER TABLE follower_message ADD COLUMN withdrawn_by text;
--> statement-breakpoint
ALTER TABLE follower_message ADD COLUMN withdrawal_statement text;
--> statement-breakpoint
ALTER TABLE follower_message ADD CONSTRAINT follower_message_withdrawn CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL));
