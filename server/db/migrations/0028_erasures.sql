ALTER TABLE member ADD COLUMN erase_at timestamptz;
--> statement-breakpoint
CREATE INDEX member_erase_at ON member (erase_at) WHERE erase_at IS NOT NULL;
--> statement-breakpoint
-- One more kind, whatever kinds there are by now: credits that nobody is left to spend.
DO $$
DECLARE known text;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
    WHERE conname = 'transfer_kind_check' AND conrelid = 'transfer'::regclass;
  ALTER TABLE transfer DROP CONSTRAINT transfer_kind_check;
  EXECUTE format('ALTER TABLE transfer ADD CONSTRAINT transfer_kind_check CHECK (kind = ''lapse'' OR (%s))', known);
END $$;
