-- Logins from before idle ones ended: of performers 12 hours after their last use, of operators 30 minutes. The next use
-- moves the end as configured.
UPDATE session
SET expires_at = least(
  expires_at,
  coalesce(last_seen_at, created_at)
    + CASE WHEN performer_id IS NOT NULL THEN interval '12 hours' ELSE interval '30 minutes' END
)
WHERE ended_at IS NULL AND (performer_id IS NOT NULL OR operator_id IS NOT NULL);
