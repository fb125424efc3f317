-- A performer adds pictures and films herself: to an album, or as portrait, cover or cover film. The row exists before
-- its files and until they are deleted.
ALTER TABLE album DROP CONSTRAINT album_performer_id_position_key;
--> statement-breakpoint
CREATE INDEX album_performer ON album (performer_id, position);
--> statement-breakpoint
ALTER TABLE album_item DROP CONSTRAINT album_item_album_id_position_key;
--> statement-breakpoint
CREATE INDEX album_item_album ON album_item (album_id, position);
--> statement-breakpoint
ALTER TABLE album_item ALTER COLUMN album_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE album_item
  ADD COLUMN performer_id integer REFERENCES performer (id),
  ADD COLUMN place text NOT NULL DEFAULT 'album' CHECK (place IN ('album', 'portrait', 'cover', 'film')),
  ADD COLUMN format text CHECK (format IN ('webm', 'mp4')),
  ADD COLUMN hash text,
  ADD COLUMN state text NOT NULL DEFAULT 'shown'
    CHECK (state IN ('storing', 'waiting', 'shown', 'refused', 'gone')),
  ADD COLUMN reason text,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
UPDATE album_item SET performer_id = album.performer_id FROM album WHERE album.id = album_item.album_id;
--> statement-breakpoint
UPDATE album_item SET format = 'webm' WHERE kind = 'video';
--> statement-breakpoint
ALTER TABLE album_item ALTER COLUMN performer_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE album_item ADD CONSTRAINT album_item_place
  CHECK (state = 'gone' OR (place = 'album') = (album_id IS NOT NULL));
--> statement-breakpoint
CREATE INDEX album_item_performer ON album_item (performer_id, place);
--> statement-breakpoint
CREATE INDEX album_item_state ON album_item (state) WHERE state <> 'shown';
--> statement-breakpoint
-- The same file at the same place once.
CREATE UNIQUE INDEX album_item_once ON album_item (performer_id, place, album_id, hash) NULLS NOT DISTINCT
  WHERE hash IS NOT NULL AND state <> 'gone';
