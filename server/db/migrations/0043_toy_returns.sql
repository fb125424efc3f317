-- Credits given back for what a run has not played; null until that is settled, from the moment the run is done on.
ALTER TABLE toy_run ADD COLUMN returned integer CHECK (returned >= 0),
  ADD COLUMN return_transfer_id bigint UNIQUE REFERENCES transfer (id);
--> statement-breakpoint
-- Runs that ended before were gifts.
UPDATE toy_run SET returned = 0 WHERE state = 'done';
--> statement-breakpoint
CREATE INDEX toy_run_due ON toy_run (id) WHERE state = 'done' AND returned IS NULL;
--> statement-breakpoint
DO $$
DECLARE known text;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
    WHERE conname = 'transfer_kind_check' AND conrelid = 'transfer'::regclass;
  ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
  EXECUTE format('ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check CHECK (kind = ''toy-return'' OR (%s))', known);
END $$;
