import { dayOf } from '#contract/day.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { trackerEvents } from '#contract/tracking/tracker.ts';
import type { logTracking as call } from '#contract/tracking/tracker-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { uuidOf } from './uuid-of.ts';
import { countVisit } from './write-visits.ts';

/** Programs that read pages and say so. */
const readers = /bot\b|crawl|spider|slurp|preview/i;

const isEvent = (event: string): boolean => trackerEvents.some((known) => known === event);

/** Longest visit that is believed. */
const DAY_SECONDS = 24 * 3600;

/**
 * Counts an event; it is written within a second, with others. Path, query, status and browser program are judged and
 * not kept, nor are the caller's IP and login.
 */
export async function logTracking(
  deps: Deps,
  { request }: Caller,
  { log, session = deps.newId(), ...given }: ParsedInput<typeof call>,
): Promise<true> {
  if (!isEvent(log.event) || readers.test(log.userAgent ?? request.userAgent ?? '')) return true;
  const { startTime = 0, eventTime = startTime } = given.duration ?? log.duration ?? {};
  const seconds = Math.round((eventTime - startTime) / 1000);
  countVisit(deps, {
    id: uuidOf(session),
    visitor: uuidOf(given.fingerprint ?? log.fingerprint ?? session),
    affiliate: log.affiliateCode ?? null,
    day: dayOf(deps.now()),
    isFirst: log.isFirst ?? false,
    pages: log.event === 'visit' ? 1 : 0,
    clicks: log.event === 'click' ? 1 : 0,
    seconds: Math.min(Math.max(seconds, 0), DAY_SECONDS),
  });
  return true;
}
