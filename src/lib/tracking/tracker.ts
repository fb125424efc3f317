import { map } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import * as calls from '#contract/tracking/tracker-calls.ts';
import {
  type Duration,
  durationOf,
  type TrackerEvent,
  type TrackerLog,
  URL_PART_MAX,
  visitAt,
} from '#contract/tracking/tracker-calls.ts';
import { brand } from '../../content/brand/index.ts';
import { call, sendBeacon } from '../api/call.ts';
import { fingerprint, keepMeasured, readMeasured } from '../shell/late/measured.ts';
import { log } from '../shell/log.ts';

/** (live spec 3, tracker state) Null until the page's visit is logged. */
export interface Tracker {
  readonly session: string | null;
  readonly fingerprint: string | null;
  readonly log: TrackerLog | null;
  readonly duration: Duration | null;
}

export const $tracker = map<Tracker>({ session: null, fingerprint: null, log: null, duration: null });

/** The page at the time of the event. `query`: without one-time keys. */
export interface TrackedPage {
  readonly host: string;
  readonly url: string;
  readonly query: string;
  readonly statusCode: number | undefined;
  readonly userAgent: string;
}

/** Logs an opened page. Call it with consent only, like the other log functions. */
export async function logVisit(page: TrackedPage): Promise<void> {
  const isFirst = readMeasured('guest') === null;
  const entry = note('visit', { ...page, isFirst });
  keepMeasured('guest', true);
  await call(calls.logTracking, entry).catch((error: unknown) => failed(labelOf(error)));
}

/** Logs a click on a link or button. By beacon: the click may leave the page. */
export const logClick = (page: TrackedPage): void => beacon(note('click', page));

/** Logs that the page is left. */
export const logClose = (page: TrackedPage): void => beacon(note('close', page));

function beacon(entry: ReturnType<typeof note>): void {
  if (!sendBeacon(calls.logTracking, entry)) failed('beacon');
}

const failed = (why: string): void => log.warn('Failed log tracking', why);

function note(event: TrackerEvent, { statusCode, ...page }: TrackedPage & { isFirst?: boolean }) {
  const now = Date.now();
  const visit = visitAt(readMeasured('visit'), now, () => crypto.randomUUID());
  keepMeasured('visit', { ...visit, eventTime: now });
  const { p = brand.affiliateCode, pi } = affiliateOf(new URLSearchParams(page.query));
  const state = {
    session: visit.session,
    fingerprint: fingerprint(),
    log: {
      event,
      timestamp: now,
      ...page,
      url: page.url.slice(0, URL_PART_MAX),
      query: page.query.slice(0, URL_PART_MAX),
      userAgent: page.userAgent.slice(0, URL_PART_MAX),
      ...(statusCode && { statusCode }),
      affiliateCode: p,
      ...(pi !== undefined && { affiliateInfo: pi }),
    },
    duration: durationOf(visit, now),
  };
  $tracker.set(state);
  return state;
}
