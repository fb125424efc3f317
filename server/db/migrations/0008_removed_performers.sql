-- Categories are markdown files now.
DROP TABLE category;
--> statement-breakpoint
ALTER TABLE performer ADD COLUMN removed_at timestamptz;
--> statement-breakpoint
-- Nobody is live who is not there any more.
ALTER TABLE performer ADD CONSTRAINT performer_removed_offline CHECK (removed_at IS NULL OR online_status = 0);
