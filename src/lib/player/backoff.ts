/** Waits (ms) between tries: short, because a viewer is looking, and never above four seconds. */
export const backoffSteps = [250, 500, 1000, 2000, 4000] as const;

const spread = 0.2;

/**
 * How long (ms) to wait before try number `attempt` (from 0). A server that said when to come back is
 * obeyed; `random` (0 to 1) spreads the players so that they do not all come at once.
 */
export function backoffMs(attempt: number, retryAfterMs: number | null, random: number): number {
  const step = backoffSteps[Math.min(attempt, backoffSteps.length - 1)] ?? 0;
  const wait = Math.max(step, retryAfterMs ?? 0);
  return Math.round(wait * (1 + spread * random));
}

/** The `Retry-After` header in ms: seconds or a date; null when absent or not understood. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), 60_000);
}
