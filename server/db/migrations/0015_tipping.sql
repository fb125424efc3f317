-- A goal has an id, so that it keeps its credits when its text changes.
UPDATE room_tipping SET goals = (
  SELECT jsonb_agg(jsonb_build_object('id', gen_random_uuid()) || goal ORDER BY place)
  FROM jsonb_array_elements(goals) WITH ORDINALITY AS listed (goal, place)
) WHERE goals <> '[]';
--> statement-breakpoint
ALTER TABLE room_tipping ADD CONSTRAINT room_tipping_goal_ids
  CHECK (jsonb_array_length(jsonb_path_query_array(goals, '$[*].id')) = jsonb_array_length(goals));
--> statement-breakpoint
-- The goal that was running after the tip: `goal` is its text then.
ALTER TABLE tip ADD COLUMN goal_id text;
--> statement-breakpoint
-- Only a tip whose toy run is not settled may still be taken off a goal.
UPDATE tip SET goal_id = listed.goal ->> 'id'
FROM toy_run, room_tipping, jsonb_array_elements(room_tipping.goals) AS listed (goal)
WHERE toy_run.transfer_id = tip.transfer_id AND toy_run.returned IS NULL
  AND room_tipping.performer_id = tip.performer_id AND listed.goal ->> 'text' = tip.goal;
--> statement-breakpoint
-- The item's translations by language, as they were then; null without any.
ALTER TABLE chat_message ADD COLUMN tip_item_texts jsonb;
