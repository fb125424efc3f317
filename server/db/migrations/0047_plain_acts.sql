-- What an act writes, and what may refuse it, is written in TypeScript (decision 0170).
DROP FUNCTION store_tips(integer, text[], text[], integer[], text[], integer[], text[], text[], boolean[], boolean[], text[], timestamptz[]);
--> statement-breakpoint
DROP FUNCTION send_message(integer, integer, text, text, text, boolean, bigint, timestamptz, uuid);
--> statement-breakpoint
DROP FUNCTION open_conversation(integer, integer, timestamptz);
--> statement-breakpoint
DROP FUNCTION refuse_spending(integer, bigint, timestamptz, timestamptz[], boolean);
--> statement-breakpoint
DROP FUNCTION spent_since(integer, timestamptz);
