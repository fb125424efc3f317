-- Every decision of a case becomes one of its own. What it did stands only in its text.
INSERT INTO decision (case_id, state, version, measure, facts, decided_by, decided_at, explained_at, judged_by, judged_at, verdict)
SELECT
  step.case_id,
  coalesce(
    verdict.state,
    -- Earlier versions lost an appeal when another report came, unless it was repeated after a later decision.
    CASE WHEN appeal.id IS NOT NULL AND NOT EXISTS (
      SELECT FROM report_step AS repeated
      WHERE repeated.case_id = step.case_id AND repeated.state = 'appealed' AND repeated.version > later.version
        AND repeated.note IS NOT DISTINCT FROM appeal.note
    ) THEN 'appealed' END,
    'standing'
  ),
  -- Until it is final: the version of its step.
  step.version,
  CASE step.state WHEN 'action' THEN 'stated' ELSE 'none' END,
  coalesce(step.note, ''),
  regexp_replace(step.actor, '^operator:', ''),
  step.at,
  step.at,
  regexp_replace(verdict.actor, '^operator:', ''),
  verdict.at,
  verdict.note
FROM report_step AS step
LEFT JOIN LATERAL (
  SELECT min(version) AS version FROM report_step AS next
  WHERE next.case_id = step.case_id AND next.version > step.version AND next.state IN ('action', 'no-action')
) AS later ON true
LEFT JOIN LATERAL (
  SELECT * FROM report_step AS own
  WHERE own.case_id = step.case_id AND own.version > step.version
    AND (later.version IS NULL OR own.version < later.version) AND own.state = 'appealed'
  ORDER BY own.version LIMIT 1
) AS appeal ON true
LEFT JOIN LATERAL (
  SELECT * FROM report_step AS own
  WHERE own.case_id = step.case_id AND own.version > step.version
    AND (later.version IS NULL OR own.version < later.version) AND own.state IN ('upheld', 'overruled')
  ORDER BY own.version LIMIT 1
) AS verdict ON true
WHERE step.state IN ('action', 'no-action')
ORDER BY step.case_id, step.version;
--> statement-breakpoint
-- A report was judged by the first decision after it.
UPDATE report SET decision_id = (
  SELECT decision.id FROM decision
  JOIN report_step AS received ON received.report_id = report.id AND received.case_id = report.case_id AND received.state = 'received'
  WHERE decision.case_id = report.case_id AND decision.version > received.version
  ORDER BY decision.version LIMIT 1
);
--> statement-breakpoint
-- Mailed links stay valid until their day. Nobody is told again at the next log-in.
INSERT INTO decision_addressee (decision_id, report_id, performer_id, member_id, token_hash, expires_at, seen_at)
SELECT
  decision.id, link.report_id,
  CASE WHEN link.report_id IS NULL THEN report_case.performer_id ELSE report.by_performer_id END,
  CASE WHEN link.report_id IS NULL THEN report_case.member_id ELSE report.member_id END,
  link.token_hash, link.expires_at, decision.decided_at
FROM report_appeal AS link
JOIN decision ON decision.case_id = link.case_id AND decision.version = link.version
JOIN report_case ON report_case.id = link.case_id
LEFT JOIN report ON report.id = link.report_id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- An appeal without a link came by letter or phone.
INSERT INTO decision_addressee (decision_id, performer_id, member_id, expires_at, seen_at)
SELECT decision.id, report_case.performer_id, report_case.member_id, decision.decided_at + interval '183 days', decision.decided_at
FROM decision
JOIN report_case ON report_case.id = decision.case_id
WHERE decision.state IN ('appealed', 'upheld', 'overruled')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE decision_addressee AS addressee
SET appeal = appeal.note, appealed_at = appeal.at,
  answered_at = CASE WHEN decision.state = 'appealed' THEN NULL ELSE decision.judged_at END
FROM decision, LATERAL (
  SELECT coalesce(own.note, '') AS note, own.at, own.report_id FROM report_step AS own
  WHERE own.case_id = decision.case_id AND own.version > decision.version AND own.state = 'appealed'
  ORDER BY own.version LIMIT 1
) AS appeal
WHERE decision.id = addressee.decision_id AND decision.state IN ('appealed', 'upheld', 'overruled')
  AND addressee.report_id IS NOT DISTINCT FROM appeal.report_id;
--> statement-breakpoint
UPDATE decision SET version = 1;
--> statement-breakpoint
DROP TABLE report_appeal;
--> statement-breakpoint
ALTER TABLE report_case DROP CONSTRAINT report_case_state_check;
--> statement-breakpoint
-- A case is open while one of its reports or appeals waits, and urgent while an urgent report does.
UPDATE report_case SET
  state = CASE
    WHEN NOT (waits.reports OR waits.appeals) THEN 'closed'
    WHEN assignee IS NULL THEN 'received'
    ELSE 'assigned'
  END,
  assignee = CASE WHEN waits.reports OR waits.appeals THEN assignee END,
  urgent = waits.urgent
FROM (
  SELECT
    one.id,
    EXISTS (SELECT FROM report WHERE case_id = one.id AND decision_id IS NULL) AS reports,
    EXISTS (SELECT FROM decision WHERE case_id = one.id AND state = 'appealed') AS appeals,
    EXISTS (
      SELECT FROM report WHERE case_id = one.id AND decision_id IS NULL AND reason IN ('minor', 'coercion', 'threats')
    ) AS urgent
  FROM report_case AS one
) AS waits
WHERE waits.id = report_case.id;
--> statement-breakpoint
ALTER TABLE report_case ADD CONSTRAINT report_case_state_check CHECK (state IN ('received', 'assigned', 'closed'));
--> statement-breakpoint
ALTER TABLE report_case DROP COLUMN decided_by;
