ALTER TABLE session ADD COLUMN generation integer NOT NULL DEFAULT 0;
