-- The withdrawal of a message to followers is a measure of a decision.
ALTER TABLE decision DROP CONSTRAINT decision_measure_check;
--> statement-breakpoint
ALTER TABLE decision ADD CONSTRAINT decision_measure_check CHECK (measure IN ('none', 'warn', 'hide', 'refuse-picture', 'withdraw-message', 'cut-stream', 'cut-viewer', 'block', 'suspend', 'stated'));
