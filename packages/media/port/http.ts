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
