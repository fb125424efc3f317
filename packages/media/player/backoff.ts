/** ms between attempts; never above four seconds, because a viewer is waiting. */
export const backoffSteps = [250, 500, 1000, 2000, 4000] as const;

const spread = 0.2;

/** ms to wait before attempt `attempt` (from 0). Respects Retry-After; `random` (0 to 1) spreads the players. */
export function backoffMs(attempt: number, retryAfterMs: number | null, random: number): number {
  const step = backoffSteps[Math.min(attempt, backoffSteps.length - 1)] ?? 0;
  const wait = Math.max(step, retryAfterMs ?? 0);
  return Math.round(wait * (1 + spread * random));
}

/** The `Retry-After` header (seconds or a date) in ms; null when absent or invalid. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), 60_000);
}
