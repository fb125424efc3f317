-- Her own prices in credits per minute; null until she sets them.
ALTER TABLE performer ADD COLUMN chat_price integer CHECK (chat_price > 0);
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN vip_price integer CHECK (vip_price > 0);
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN prices_version integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- The prices of a chat, copied when it is joined. Earlier chats had those of the specification.
ALTER TABLE chat_session ADD COLUMN chat_price integer NOT NULL DEFAULT 60 CHECK (chat_price > 0);
--> statement-breakpoint
ALTER TABLE chat_session ADD COLUMN vip_price integer NOT NULL DEFAULT 240 CHECK (vip_price > 0);
--> statement-breakpoint
ALTER TABLE chat_session ADD COLUMN unit_seconds integer NOT NULL DEFAULT 60 CHECK (unit_seconds IN (10, 30, 60));
--> statement-breakpoint
-- The length of a bought unit of time.
ALTER TABLE chat_minute ADD COLUMN unit_ms integer NOT NULL DEFAULT 60000 CHECK (unit_ms > 0);
