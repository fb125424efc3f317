-- One row for each visit whose visitor allowed it: no address, page, time of day or member.
CREATE TABLE visit (
  id uuid PRIMARY KEY,
  visitor uuid NOT NULL,
  affiliate text CHECK (affiliate ~ '^[A-Za-z0-9]+$' AND length(affiliate) <= 256),
  day date NOT NULL,
  is_first boolean NOT NULL,
  pages integer NOT NULL CHECK (pages >= 0),
  clicks integer NOT NULL CHECK (clicks >= 0),
  seconds integer NOT NULL CHECK (seconds >= 0)
);
--> statement-breakpoint
CREATE INDEX visit_by_day ON visit (day);
--> statement-breakpoint
-- The numbers of visits whose rows are deleted.
CREATE TABLE visit_day (
  day date NOT NULL,
  affiliate text NOT NULL,
  visits integer NOT NULL,
  visitors integer NOT NULL,
  pages integer NOT NULL,
  clicks integer NOT NULL,
  seconds bigint NOT NULL,
  PRIMARY KEY (day, affiliate)
);
