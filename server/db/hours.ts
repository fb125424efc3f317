import { and, type Column, gte, lt, or, type SQL, sql } from 'drizzle-orm';

export const HOUR_MS = 3_600_000;

/** From the first moment to before the second. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export interface HourCount {
  /** Hours since 1970 in UTC. */
  readonly hour: number;
  readonly count: number;
}

export const hourOf = (column: Column): SQL<number> =>
  sql<number>`floor(extract(epoch from ${column}) / 3600)`.mapWith(Number);

export const isWithin = (column: Column, spans: readonly Span[]): SQL | undefined =>
  or(...spans.map(({ from, to }) => and(gte(column, from), lt(column, to))));

/** As a number, for a count or a sum. */
export const whole = (value: SQL): SQL<number> => sql<number>`${value}`.mapWith(Number);
