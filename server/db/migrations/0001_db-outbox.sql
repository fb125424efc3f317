CREATE TABLE lease (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  run_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  done_at timestamptz,
  last_error text
);
--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (run_at) WHERE done_at IS NULL;
