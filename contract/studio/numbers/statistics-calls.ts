import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { moment } from '../../fields.ts';
import { earningKinds } from './earnings-calls.ts';

const DAY_MS = 86_400_000;

/** Streams, and the way from a visit to a payment, of the last days. */
export const STREAM_DAYS = 28;
/** Best hours are those of the last whole weeks. */
export const HOUR_WEEKS = 8;
/** Regulars are those of the last days. */
export const REGULAR_DAYS = 90;
export const REGULARS_MAX = 25;
export const STREAMS_MAX = 30;
/** Chats that are further apart belong to two streams. */
export const STREAM_GAP_MS = 30 * 60_000;
/** Points of the chart of a stream at most. */
export const CHART_POINTS = 120;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

const credits = z.int();
const people = z.int();
/** `cents` are null while the operator has configured no rate. */
const worthSchema = z.object({ credits, cents: z.nullable(z.int()) });

const streamSchema = z.object({
  /** When the first viewer came, and the last one left; null while it lasts. */
  begin: moment,
  end: z.nullable(moment),
  /** Different people. */
  viewers: people,
});
export type StreamSpan = z.infer<typeof streamSchema>;

const hourSchema = z.object({
  /** 1 is Monday. In the operator's time zone, as `hour`. */
  weekday: z.int(),
  hour: z.int(),
  /** Earned in this hour of the weeks together. */
  credits,
});
export type EarnedHour = z.infer<typeof hourSchema>;

const regularSchema = z.object({
  memberId: z.int(),
  name: z.string(),
  /** Spent on her, less what was given back. */
  spent: credits,
  /** Of the last chat; null for a member who only writes. */
  last: z.nullable(moment),
  /** Her own note; empty for none. */
  note: z.string(),
});
export type Regular = z.infer<typeof regularSchema>;

export const readStatistics = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/statistics',
  summary:
    'Returns the performer’s streams, how visits became payments, the best hours of her week, and her regulars',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Newest first. */
    streams: z.array(streamSchema),
    /** Different people: who came into the room, who saw free chat, and who paid. */
    funnel: z.object({ visits: people, free: people, paid: people }),
    /** Only hours in which something was earned. */
    hours: z.array(hourSchema),
    /** Those who spent most are first. */
    regulars: z.array(regularSchema),
  }),
  errors: [],
});
export type Statistics = z.infer<typeof readStatistics.output>;

export const readStreamNumbers = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/statistics/stream',
  summary: 'Returns a stream of the performer in numbers: viewers over time, who paid, and what it earned',
  access: 'performer',
  input: z.object({
    /** `begin` of the stream. */
    begin: moment,
  }),
  output: z.object({
    ...streamSchema.shape,
    /** Highest number of viewers at once. */
    peak: people,
    /** Viewers who paid for minutes or tipped. */
    payers: people,
    /** Watched by all viewers together. */
    minutes: z.int(),
    /** Members who made her a favourite meanwhile. */
    favourites: people,
    earned: worthSchema,
    byKind: z.array(z.object({ kind: z.enum(earningKinds), earned: credits })),
    /** Highest number of viewers at once, in equal parts of the stream. */
    points: z.array(people),
    /** ms of one part. */
    step: z.int(),
  }),
  errors: ['badRequest.notFound'],
});
export type StreamNumbers = z.infer<typeof readStreamNumbers.output>;

interface MinuteChange {
  /** ms since 1970. */
  readonly at: number;
  readonly joined: number;
  readonly left: number;
}

/** Highest numbers of viewers at once in equal parts of a span, from those who came and went in each minute. */
export function viewerPoints(
  changes: readonly MinuteChange[],
  { from, to }: { from: number; to: number },
): { step: number; points: number[] } {
  const minutes = Math.max(1, Math.ceil((to - from) / 60_000));
  const step = Math.ceil(minutes / CHART_POINTS) * 60_000;
  const points = Array.from({ length: Math.ceil(minutes / (step / 60_000)) }, () => 0);
  let viewers = 0;
  let reached = 0;
  for (const { at, joined, left } of changes.toSorted((one, other) => one.at - other.at)) {
    const part = Math.min(points.length - 1, Math.max(0, Math.floor((at - from) / step)));
    // Nobody came or went in the parts between.
    for (; reached < part; reached += 1) {
      points[reached] = Math.max(points[reached] ?? 0, viewers);
      points[reached + 1] = Math.max(points[reached + 1] ?? 0, viewers);
    }
    points[part] = Math.max(points[part] ?? 0, viewers + joined);
    viewers += joined - left;
  }
  for (; reached < points.length; reached += 1) points[reached] = Math.max(points[reached] ?? 0, viewers);
  return { step, points };
}
