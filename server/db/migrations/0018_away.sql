-- What viewers read and see while a performer is in pause. Deleted with her account.
CREATE TABLE performer_away (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  text text NOT NULL CHECK (text <> ''),
  item_id integer REFERENCES album_item (id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX performer_away_item ON performer_away (item_id);
