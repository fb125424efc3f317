CREATE TABLE dispute (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  return_id bigint NOT NULL UNIQUE REFERENCES payment_return (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'contested', 'accepted', 'won', 'lost')),
  opened_at timestamptz NOT NULL,
  moved_by text,
  moved_at timestamptz,
  CHECK ((moved_by IS NULL) = (moved_at IS NULL)),
  CHECK ((state = 'open') = (moved_at IS NULL))
);
--> statement-breakpoint
CREATE INDEX dispute_open ON dispute (opened_at) WHERE state = 'open';
--> statement-breakpoint
-- Older ones have been answered elsewhere, or can no longer be.
INSERT INTO dispute (return_id, state, opened_at, moved_by, moved_at)
SELECT id, CASE WHEN old THEN 'accepted' ELSE 'open' END, returned_at,
  CASE WHEN old THEN 'upgrade' END, CASE WHEN old THEN returned_at END
FROM (SELECT *, returned_at < now() - interval '30 days' AS old FROM payment_return WHERE how = 'chargeback') AS back
ORDER BY id;
--> statement-breakpoint
CREATE INDEX payment_at ON payment ((coalesce(settled_at, created_at)) DESC, id DESC);
--> statement-breakpoint
CREATE INDEX payment_return_at ON payment_return (returned_at);
--> statement-breakpoint
-- The published promotions, a row for each day on which they changed.
CREATE TABLE promotion_day (
  day date PRIMARY KEY,
  promotions jsonb NOT NULL
);
