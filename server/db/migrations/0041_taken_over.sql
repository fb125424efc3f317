-- When the process that looks after an open chat took it over from one that was gone; null while it is the one that opened it.
ALTER TABLE chat_session ADD COLUMN taken_over_at timestamptz;
--> statement-breakpoint
CREATE INDEX chat_session_of_node ON chat_session (node) WHERE state <> 'ended';
