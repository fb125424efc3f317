-- Since when a performer has been live without going offline, from her first free or paid chat on. Breaks and shows count.
ALTER TABLE performer ADD COLUMN public_since timestamptz;
--> statement-breakpoint
-- How a member wants to be told that this favourite is live.
ALTER TABLE favourite
  ADD COLUMN live_mail boolean NOT NULL DEFAULT false,
  ADD COLUMN live_browser boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX favourite_live ON favourite (performer_id, member_id) WHERE live_mail OR live_browser;
--> statement-breakpoint
-- Whether the browser is told of messages; of favourites it is told whatever this says.
ALTER TABLE browser_subscription ADD COLUMN messages boolean NOT NULL DEFAULT true;
--> statement-breakpoint
-- When a member last said no to being told of favourites.
CREATE TABLE live_question (
  member_id integer PRIMARY KEY REFERENCES member (id),
  declined_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Which member was told of which start: the claim of the node that tells, and the count for the limits.
CREATE TABLE live_notice (
  member_id integer NOT NULL REFERENCES member (id),
  performer_id integer NOT NULL REFERENCES performer (id),
  public_since timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, performer_id, public_since)
);
--> statement-breakpoint
CREATE INDEX live_notice_told ON live_notice (told_at);
