ALTER TABLE chat_room ADD COLUMN delay_seconds integer CHECK (delay_seconds IN (2, 4, 6));
--> statement-breakpoint
-- A message gets its number when it is shown: one that waits has none, and one that was removed meanwhile never gets one.
ALTER TABLE chat_message ALTER COLUMN seq DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE chat_message ADD COLUMN shown_at timestamptz;
--> statement-breakpoint
ALTER TABLE chat_message ADD COLUMN removed_at timestamptz;
--> statement-breakpoint
ALTER TABLE chat_message ADD CONSTRAINT chat_message_waits CHECK (seq IS NOT NULL OR shown_at IS NOT NULL) NOT VALID;
--> statement-breakpoint
CREATE INDEX chat_message_waiting ON chat_message (performer_id, shown_at) WHERE seq IS NULL AND removed_at IS NULL;
--> statement-breakpoint
CREATE INDEX chat_message_removed ON chat_message (performer_id, removed_at) WHERE removed_at IS NOT NULL;
