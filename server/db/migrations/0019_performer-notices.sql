-- A browser is subscribed to notices by a member or a performer.
ALTER TABLE browser_subscription ALTER COLUMN member_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE browser_subscription ADD COLUMN performer_id integer REFERENCES performer (id);
--> statement-breakpoint
ALTER TABLE browser_subscription ADD CONSTRAINT browser_subscription_owner CHECK (num_nonnulls(member_id, performer_id) = 1);
--> statement-breakpoint
CREATE INDEX browser_subscription_performer ON browser_subscription (performer_id);
--> statement-breakpoint
-- When she was told that her picture is lost; null while it is not, in pause, and offline.
ALTER TABLE performer ADD COLUMN picture_lost_at timestamptz;
