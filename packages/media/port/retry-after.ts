/** The `Retry-After` header (seconds or a date) in ms, at most a minute; null when absent or invalid. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), 60_000);
}
