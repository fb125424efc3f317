-- When a picture or film was put into its album: search engines ask it of films.
ALTER TABLE album_item ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();
