/** ms before each attempt to reconnect; after the last one the publisher fails. */
export const reconnectSteps: readonly number[] = [0, 300, 1200, 2700, 4800, 7000, 7000, 7000, 7000, 7000];

/** ms for which media must be sent until an earlier failure no longer counts. */
export const steadyMs = 10_000;

const spread = 0.2;

/**
 * ms to wait after failure `failures` (from 1), respecting Retry-After; null if there is no further attempt. `random`
 * (0 to 1) adds up to a fifth, so that publishers do not return at once.
 */
export function reconnectDelayMs(
  steps: readonly number[],
  failures: number,
  { retryAfterMs, random }: { retryAfterMs: number | null; random: number },
): number | null {
  const step = steps[failures - 1];
  if (step === undefined) return null;
  return Math.round(Math.max(step, retryAfterMs ?? 0) * (1 + spread * random));
}
