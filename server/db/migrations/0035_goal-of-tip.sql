-- The goal that was running after a tip, by its text, and how many of the tip's credits stood in it then: a returned tip
-- is taken off that goal only. Tips from before this migration are taken off none.
ALTER TABLE tip ADD COLUMN goal text, ADD COLUMN goal_credits integer NOT NULL DEFAULT 0;
