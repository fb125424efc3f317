import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dayOf } from '#contract/day.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { type logTracking as call, trackerEvents } from '#contract/tracking/tracker-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { countVisit } from './write-visits.ts';

const uuid = z.uuid();

/** An id in its stored form: a UUID, or the name-based UUID (RFC 9562, version 8) of any other text. */
export function uuidOf(id: string): string {
  if (uuid.safeParse(id).success) return id;
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Crawlers and previews that identify themselves. */
const readers = /bot\b|crawl|spider|slurp|preview/i;

const isEvent = (event: string): boolean => trackerEvents.some((known) => known === event);

/** Maximum duration of a visit in seconds. */
const DAY_SECONDS = 24 * 3600;

/**
 * Counts an event; it is written within a second, together with others. Path, query, status and user agent are checked
 * but not stored, nor are the caller's IP and login.
 */
export async function logTracking(
  deps: Deps,
  { request }: Caller,
  { log, ...rest }: ParsedInput<typeof call>,
): Promise<true> {
  if (!isEvent(log.event) || readers.test(log.userAgent ?? request.userAgent ?? '')) return true;
  const duration = rest.duration ?? log.duration ?? {};
  const { startTime = 0, eventTime = startTime } = duration;
  const fingerprint = rest.fingerprint ?? log.fingerprint;
  const isNamed = fingerprint !== undefined && duration.startTime !== undefined;
  const session = rest.session ?? (isNamed ? `${fingerprint} ${startTime}` : deps.newId());
  const seconds = Math.round((eventTime - startTime) / 1000);
  countVisit(deps, {
    id: uuidOf(session),
    visitor: uuidOf(fingerprint ?? session),
    affiliate: log.affiliateCode ?? null,
    day: dayOf(deps.now()),
    isFirst: log.isFirst ?? false,
    pages: log.event === 'visit' ? 1 : 0,
    clicks: log.event === 'click' ? 1 : 0,
    seconds: Math.min(Math.max(seconds, 0), DAY_SECONDS),
  });
  return true;
}
