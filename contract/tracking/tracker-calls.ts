import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, textId } from '../fields.ts';
import { toQuery } from '../query.ts';
import { AFFILIATE_VALUE_MAX, affiliateRules } from './affiliate.ts';

/** (live spec 4, visit tracking) Every opened page logs a visit. */
export const trackerEvents = ['visit', 'click', 'close'] as const;
export type TrackerEvent = (typeof trackerEvents)[number];

/** ms without a log after which the next one starts a new visit. */
export const VISIT_PAUSE_MS = 30 * 60_000;

/** Maximum characters of a URL part; longer text is cut. */
export const URL_PART_MAX = 512;

/** Clients may send fractions of a millisecond. */
const instant = z.pipe(
  z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  z.transform(Math.floor),
);
const text = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);

/** Clients may send the query as an object. */
const queryText = z.union([
  z.string().check(z.maxLength(URL_PART_MAX)),
  z.pipe(
    z.looseObject({}),
    z.transform((query) => toQuery(query).slice(0, URL_PART_MAX)),
  ),
]);

/** One event from the browser. IP and login come with the request; the server stores neither. */
export const trackerLogSchema = z.object({
  /** Other events are accepted but not counted. */
  event: z.string().check(z.maxLength(64)),
  /** ms since 1970, by the browser's clock; may be sent as text. */
  timestamp: z.union([instant, z.string().check(z.maxLength(64))]),
  host: z.string().check(z.maxLength(255)),
  /** Path of the page. */
  url: z.optional(z.string().check(z.maxLength(URL_PART_MAX))),
  query: z.optional(queryText),
  /** Status of the page; missing if the browser does not provide it. */
  statusCode: z.optional(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(599))),
  /** Missing if the request header has it. */
  userAgent: z.optional(z.string().check(z.maxLength(URL_PART_MAX))),
  /** Ignored if no link could carry it (platform spec 5). */
  affiliateCode: z.catch(
    z.optional(z.pipe(text, z.string().check(z.maxLength(AFFILIATE_VALUE_MAX), z.regex(affiliateRules.p)))),
    undefined,
  ),
  affiliateInfo: z.catch(z.optional(z.pipe(text, z.string().check(z.regex(affiliateRules.pi)))), undefined),
  /** The browser's first visit. */
  isFirst: z.optional(z.boolean()),
});
export type TrackerLog = z.infer<typeof trackerLogSchema>;

/** ms; the first two since 1970. */
export const durationSchema = z.object({
  startTime: instant,
  eventTime: instant,
  /** Since the previous event. */
  betweenEvent: instant,
});
export type Duration = z.infer<typeof durationSchema>;

/** The visit as the browser stores it, shared by all tabs. */
export const visitSchema = z.object({ session: z.uuid(), startTime: instant, eventTime: instant });
export type Visit = z.infer<typeof visitSchema>;

/** Returns the stored visit, or a new one with that id if it paused too long, lies in the future or is invalid. */
export function visitAt(kept: unknown, now: number, newId: () => string): Visit {
  const visit = visitSchema.safeParse(kept).data;
  const goesOn = visit && visit.eventTime <= now && now - visit.eventTime < VISIT_PAUSE_MS;
  return goesOn ? visit : { session: newId(), startTime: now, eventTime: now };
}

export const durationOf = ({ startTime, eventTime }: Visit, now: number): Duration => ({
  startTime,
  eventTime: now,
  betweenEvent: Math.max(0, now - eventTime),
});

/** An id chosen by the client. */
const clientName = z.pipe(textId(128), z.string().check(z.minLength(1)));
const duration = z.partial(durationSchema);

export const logTracking = endpoint({
  base: 'member',
  method: 'POST',
  path: '/tracker',
  summary: 'Counts an event of a visit; a browser sends events only with the visitor’s consent',
  access: 'anyone',
  input: z.object({
    /** A beacon's log has duration and fingerprint, and may have nothing else (live spec 7). */
    log: z.extend(trackerLogSchema, {
      event: z._default(trackerLogSchema.shape.event, 'close'),
      timestamp: z.optional(trackerLogSchema.shape.timestamp),
      host: z.optional(trackerLogSchema.shape.host),
      duration: z.optional(duration),
      fingerprint: z.optional(clientName),
    }),
    /** Id of the visit. Without it events with the same fingerprint and start are one visit, others one each. */
    session: z.optional(clientName),
    /** The browser's random id, derived from nothing. */
    fingerprint: z.optional(clientName),
    duration: z.optional(duration),
  }),
  output: done,
  errors: [],
});
