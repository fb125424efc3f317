-- 0022 lost an appeal of a reporter against an operator's act that came between: the reporter has no link to that
-- decision, so no addressee held the appeal. It is the first one after the decision in the steps of its time.
INSERT INTO decision_addressee (decision_id, report_id, performer_id, member_id, expires_at, seen_at, appeal, appealed_at, answered_at)
SELECT
  decision.id, appeal.report_id, report.by_performer_id, report.member_id, decision.decided_at + interval '183 days',
  decision.decided_at, coalesce(appeal.note, ''), appeal.at,
  CASE WHEN decision.state = 'appealed' THEN NULL ELSE decision.judged_at END
FROM decision
JOIN report_step AS step ON step.case_id = decision.case_id AND step.at = decision.decided_at
  AND step.state IN ('action', 'no-action') AND step.decision_id IS NULL
JOIN LATERAL (
  SELECT own.report_id, own.note, own.at FROM report_step AS own
  WHERE own.case_id = step.case_id AND own.version > step.version AND own.state = 'appealed' AND own.decision_id IS NULL
  ORDER BY own.version LIMIT 1
) AS appeal ON appeal.report_id IS NOT NULL
JOIN report ON report.id = appeal.report_id
WHERE decision.state IN ('appealed', 'upheld', 'overruled')
  AND NOT EXISTS (SELECT FROM decision_addressee AS one WHERE one.decision_id = decision.id AND one.appeal IS NOT NULL)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- It also made an addressee of a person against whom nothing was decided and who was never told.
DELETE FROM decision_addressee AS one USING decision
WHERE decision.id = one.decision_id AND decision.measure = 'none' AND decision.state IN ('appealed', 'upheld')
  AND one.report_id IS NULL AND one.token_hash IS NULL AND one.appeal IS NULL AND one.seen_at = decision.decided_at;
