import { z } from 'zod';
import { toQuery } from '../query.ts';
import { AFFILIATE_VALUE_MAX, affiliateRules } from './affiliate.ts';

/** (live spec 4, visit tracking) A visit is logged with each page it opens. */
export const trackerEvents = ['visit', 'click', 'close'] as const;
export type TrackerEvent = (typeof trackerEvents)[number];

/** ms without a log after which the next one begins another visit. */
export const VISIT_PAUSE_MS = 30 * 60_000;

/** Signs of a part of a URL; what is longer is cut. */
export const URL_PART_MAX = 512;

/** A client may measure parts of a millisecond. */
const instant = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.floor);
const text = z.union([z.string(), z.number().transform(String)]);

/** A client may have its query in parts. */
const queryText = z.union([
  z.string().max(URL_PART_MAX),
  z.looseObject({}).transform((query) => toQuery(query).slice(0, URL_PART_MAX)),
]);

/** What the browser says of one event. Its IP and who is logged in the server sees by itself, and keeps neither. */
export const trackerLogSchema = z.object({
  /** Others than these are taken, and count nothing. */
  event: z.string().max(64),
  /** ms since 1970, by the browser's clock; a client may write it as text. */
  timestamp: z.union([instant, z.string().max(64)]),
  host: z.string().max(255),
  /** Path of the page. */
  url: z.string().max(URL_PART_MAX).optional(),
  query: queryText.optional(),
  /** Of the page; missing where the browser does not tell. */
  statusCode: z.coerce.number().int().min(100).max(599).optional(),
  /** Missing where the request says it. */
  userAgent: z.string().max(URL_PART_MAX).optional(),
  /** One that no link carries is ignored (platform spec 5). */
  affiliateCode: text
    .pipe(z.string().max(AFFILIATE_VALUE_MAX).regex(affiliateRules.p))
    .optional()
    .catch(undefined),
  affiliateInfo: text.pipe(z.string().regex(affiliateRules.pi)).optional().catch(undefined),
  /** The browser had not been here before. */
  isFirst: z.boolean().optional(),
});
export type TrackerLog = z.infer<typeof trackerLogSchema>;

/** ms; the first two since 1970. */
export const durationSchema = z.object({
  startTime: instant,
  eventTime: instant,
  /** Since the event before. */
  betweenEvent: instant,
});
export type Duration = z.infer<typeof durationSchema>;

/** What the browser keeps of a visit, for all its tabs. */
export const visitSchema = z.object({ session: z.uuid(), startTime: instant, eventTime: instant });
export type Visit = z.infer<typeof visitSchema>;

/** The visit that is kept, unless it paused for too long, is of the future or is none; then a new one of that id. */
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
