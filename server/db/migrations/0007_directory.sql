-- Which transaction last wrote a row: the directory of performers asks for what it has not seen yet.
ALTER TABLE performer ADD COLUMN changed_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
--> statement-breakpoint
CREATE FUNCTION performer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER performer_changed BEFORE UPDATE ON performer FOR EACH ROW EXECUTE FUNCTION performer_changed();
--> statement-breakpoint
-- A row that is gone cannot tell so by itself.
CREATE TABLE performer_gone (
  performer_id integer PRIMARY KEY,
  gone_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE FUNCTION performer_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO performer_gone (performer_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER performer_gone AFTER DELETE ON performer FOR EACH ROW EXECUTE FUNCTION performer_gone();
--> statement-breakpoint
CREATE INDEX performer_changed_in ON performer (changed_in);
--> statement-breakpoint
-- Names by their first letters, in the order of their bytes whatever the collation.
CREATE INDEX performer_prefix ON performer (username_folded text_pattern_ops);
--> statement-breakpoint
CREATE INDEX performer_not_offline ON performer (id) WHERE online_status <> 0;
--> statement-breakpoint
DROP INDEX performer_order;
--> statement-breakpoint
DROP INDEX performer_categories;
