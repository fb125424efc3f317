/**
 * Link relation (RFC 8288) in the answer to a WHEP offer: a player may PUT the height of its picture there, as
 * `{"height": 720}` in screen pixels.
 */
export const heightRelation = 'urn:x-media:height';

/** Problem type (RFC 9457) of an offer that lacks the room's codec. */
export const otherFormatProblem = 'urn:x-media:other-format';

/** Problem type (RFC 9457) of an offer from a publisher that another publisher has replaced. */
export const replacedProblem = 'urn:x-media:replaced';

/** The `Retry-After` header (seconds or a date) in ms, at most a minute; null when absent or invalid. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), 60_000);
}

/** ms between attempts; never above four seconds, because a viewer is waiting. */
export const backoffSteps = [250, 500, 1000, 2000, 4000] as const;

const spread = 0.2;

/** ms to wait before attempt `attempt` (from 0). Respects Retry-After; `random` (0 to 1) spreads the players. */
export function backoffMs(attempt: number, retryAfterMs: number | null, random: number): number {
  const step = backoffSteps[Math.min(attempt, backoffSteps.length - 1)] ?? 0;
  const wait = Math.max(step, retryAfterMs ?? 0);
  return Math.round(wait * (1 + spread * random));
}
