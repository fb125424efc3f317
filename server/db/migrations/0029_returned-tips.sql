-- Credits of a tip that were given back, because a toy did not play them: its line in the chat says so.
ALTER TABLE chat_message ADD COLUMN returned integer CHECK (returned > 0);
--> statement-breakpoint
UPDATE chat_message SET returned = toy_run.returned
  FROM tip JOIN toy_run ON toy_run.transfer_id = tip.transfer_id
  WHERE tip.message_id = chat_message.id AND toy_run.returned > 0;
--> statement-breakpoint
CREATE INDEX chat_message_returned ON chat_message (performer_id, sent_at) WHERE returned IS NOT NULL;
