CREATE TABLE album (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  performer_id integer NOT NULL REFERENCES performer (id),
  position smallint NOT NULL,
  title jsonb NOT NULL,
  UNIQUE (performer_id, position)
);
--> statement-breakpoint
CREATE TABLE album_item (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  album_id integer NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('picture', 'video')),
  version text NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  color text NOT NULL,
  caption jsonb NOT NULL DEFAULT '{}',
  nonude boolean NOT NULL DEFAULT false,
  duration_ms integer,
  added_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'video') = (duration_ms IS NOT NULL)),
  UNIQUE (album_id, position)
);
