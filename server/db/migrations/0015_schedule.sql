-- When a performer plans to go live. Past ones are left out by the reads, and deleted by her next change.
CREATE TABLE performer_start (
  performer_id integer NOT NULL REFERENCES performer (id),
  -- Limits them to STARTS_MAX of contract/performers/schedule.ts, also for two simultaneous changes.
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 7),
  starts_at timestamptz NOT NULL CHECK (extract(second FROM starts_at) = 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (performer_id, slot),
  UNIQUE (performer_id, starts_at)
);
