-- The live wall: who watches unseen, pictures of streams that a wall shows, and streams and viewers cut by an operator.
ALTER TABLE chat_room ADD COLUMN closed_until timestamptz CHECK (closed_until > closed_at);
--> statement-breakpoint
ALTER TABLE chat_room ADD COLUMN closed_ground text CHECK (closed_ground IN ('rules', 'safety', 'identity', 'fraud'));
--> statement-breakpoint
ALTER TABLE chat_sanction DROP CONSTRAINT chat_sanction_kind_check;
--> statement-breakpoint
ALTER TABLE chat_sanction ADD CONSTRAINT chat_sanction_kind_check CHECK (kind IN ('mute', 'kick', 'block', 'cut'));
--> statement-breakpoint
CREATE TABLE stream_watch (
  operator_id integer NOT NULL REFERENCES operator (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  vip text,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, performer_id)
);
--> statement-breakpoint
CREATE INDEX stream_watch_performer ON stream_watch (performer_id);
--> statement-breakpoint
CREATE TABLE wall_picture (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  wanted_at timestamptz NOT NULL,
  version text,
  picture bytea,
  taken_at timestamptz
);
