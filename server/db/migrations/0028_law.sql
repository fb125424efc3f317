-- Orders of authorities (DSA, articles 9 and 10).
CREATE TABLE authority_order (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('received', 'confirmed', 'closed')),
  authority text NOT NULL,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  kind text NOT NULL CHECK (kind IN ('removal', 'information')),
  content text NOT NULL,
  reference text NOT NULL,
  about text NOT NULL,
  received_at timestamptz NOT NULL,
  recorded_by text NOT NULL,
  confirmed_at timestamptz,
  effect text CHECK (effect IN ('followed', 'partly', 'refused')),
  answer text,
  closed_by text,
  closed_at timestamptz,
  CONSTRAINT authority_order_confirmed CHECK ((confirmed_at IS NULL) = (state = 'received')),
  CONSTRAINT authority_order_closed CHECK (num_nonnulls(effect, answer, closed_by, closed_at) = CASE WHEN state = 'closed' THEN 4 ELSE 0 END)
);
--> statement-breakpoint
CREATE INDEX authority_order_received ON authority_order (received_at);
--> statement-breakpoint
-- Misuse of reports (DSA, article 23): the network of a guest as a keyed hash, and how long the reporter has to wait.
ALTER TABLE report ADD COLUMN network_hash text, ADD COLUMN waits_until timestamptz, ADD COLUMN unfounded boolean;
--> statement-breakpoint
UPDATE report SET unfounded = decision.measure = 'none' FROM decision WHERE decision.id = report.decision_id;
--> statement-breakpoint
ALTER TABLE report ADD CONSTRAINT report_judged CHECK ((decision_id IS NULL) = (unfounded IS NULL));
--> statement-breakpoint
CREATE INDEX report_network ON report (network_hash, id) WHERE network_hash IS NOT NULL;
--> statement-breakpoint
CREATE INDEX report_waits ON report (waits_until) WHERE waits_until IS NOT NULL;
