-- What a performer offers for tips. The lists are small and always read and replaced as a whole. The row's lock orders
-- tips that count for a goal.
CREATE TABLE room_tipping (
  performer_id integer PRIMARY KEY REFERENCES performer (id),
  menu jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(menu) <= 25),
  vip_menu jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(vip_menu) <= 25),
  goals jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(goals) <= 8),
  carries_over boolean NOT NULL DEFAULT false,
  -- Credits of tips for the first goal that was not reached.
  collected integer NOT NULL DEFAULT 0 CHECK (collected >= 0)
);
--> statement-breakpoint
-- The item of the menu that a tip was sent for, as it was named then.
ALTER TABLE tip ADD COLUMN item text;
--> statement-breakpoint
ALTER TABLE chat_message ADD COLUMN tip_item text;
