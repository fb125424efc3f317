-- ms of paid media that this session delivered; `delivered_ms` counts free chat as well.
ALTER TABLE chat_session ADD COLUMN paid_ms integer NOT NULL DEFAULT 0 CHECK (paid_ms >= 0),
  -- The first session of a stay: one that continues the minute of another belongs to the same. Null where it stands alone.
  ADD COLUMN stay text REFERENCES chat_session (id),
  -- What the other sessions of the stay had delivered and cost when this one continued them.
  ADD COLUMN carried_ms integer NOT NULL DEFAULT 0,
  ADD COLUMN carried_spent integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- As near as can be told afterwards.
UPDATE chat_session SET paid_ms = least(delivered_ms, minutes * 60000) WHERE minutes > 0;
--> statement-breakpoint
CREATE INDEX chat_session_stay ON chat_session (stay) WHERE stay IS NOT NULL;
