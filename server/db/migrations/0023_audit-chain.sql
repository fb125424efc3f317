-- What an act was about, in fields of its own, and for acts at the desk the operator's network and browser.
ALTER TABLE audit ADD COLUMN details jsonb, ADD COLUMN network text, ADD COLUMN browser text;
--> statement-breakpoint
CREATE INDEX audit_actor ON audit (actor, id);
--> statement-breakpoint
CREATE INDEX audit_subject ON audit (subject, id) WHERE subject IS NOT NULL;
--> statement-breakpoint
-- The chain of the audit trail: each seal has the hash of the seal before it and of one row. Without a foreign key, so
-- that the check can name a row that was deleted by force.
CREATE TABLE audit_seal (
  position bigint PRIMARY KEY CHECK (position > 0),
  audit_id bigint NOT NULL UNIQUE,
  hash text NOT NULL CHECK (length(hash) = 64),
  sealed_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE ON audit_seal
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_seal_never_emptied BEFORE TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- The last hour whose head was written outside the database, and the last day whose digest was mailed.
CREATE TABLE audit_told (
  what text PRIMARY KEY CHECK (what IN ('head', 'digest')),
  at timestamptz NOT NULL
);
