-- Rows that change every few seconds: with room in their page, a change needs no new entry in any index.
ALTER TABLE chat_session SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE chat_minute SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE account SET (fillfactor = 70);
