/** ms between attempts; never above four seconds, because a viewer is waiting. */
export const backoffSteps = [250, 500, 1000, 2000, 4000] as const;

const spread = 0.2;

/** ms to wait before attempt `attempt` (from 0). Respects Retry-After; `random` (0 to 1) spreads the players. */
export function backoffMs(attempt: number, retryAfterMs: number | null, random: number): number {
  const step = backoffSteps[Math.min(attempt, backoffSteps.length - 1)] ?? 0;
  const wait = Math.max(step, retryAfterMs ?? 0);
  return Math.round(wait * (1 + spread * random));
}
