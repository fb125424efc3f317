-- Pictures of streams that the live wall shows.
CREATE TABLE wall_picture (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  wanted_at timestamptz NOT NULL,
  version text,
  picture bytea,
  taken_at timestamptz
);
--> statement-breakpoint
-- New accounts of one network or mailbox that spent free credits at one performer, once a day.
CREATE TABLE ring (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('network', 'mailbox')),
  -- Keyed hash of what they have in common.
  hash text NOT NULL,
  performer_id integer NOT NULL REFERENCES performer (id),
  found_at timestamptz NOT NULL,
  CONSTRAINT ring_once_a_day UNIQUE (day, kind, hash, performer_id)
);
--> statement-breakpoint
CREATE TABLE ring_account (
  ring_id integer NOT NULL REFERENCES ring (id) ON DELETE CASCADE,
  member_id integer NOT NULL REFERENCES member (id),
  credits integer NOT NULL CHECK (credits > 0),
  PRIMARY KEY (ring_id, member_id)
);
--> statement-breakpoint
CREATE INDEX ring_account_member ON ring_account (member_id);
