-- What operators hand over to the next shift. Each note has the number after the one its author had seen, so that of two
-- at once only one is stored.
CREATE TABLE handover (
  id integer PRIMARY KEY,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  written_by text NOT NULL,
  written_at timestamptz NOT NULL
);
