import { and, type Column, gte, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { TIME_ZONE } from '#contract/day.ts';
import { typedName } from '#contract/performers/directory/search.ts';

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

/** A moment as clocks of the operator's time zone show it. */
export const localTime = (moment: SQLWrapper): SQL =>
  sql`(${moment} at time zone ${sql.raw(`'${TIME_ZONE}'`)})`;

/** The day of a moment there, as `dayOf` writes it. */
export const localDay = (moment: SQLWrapper): SQL<string> => sql<string>`${localTime(moment)}::date::text`;

/** The month of a moment there, as `2026-11`. */
export const localMonth = (moment: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${localTime(moment)}, 'YYYY-MM')`;

/** As a number, for a count or a sum. */
export const whole = (value: SQL): SQL<number> => sql<number>`${value}`.mapWith(Number);

/**
 * SQL condition: the name whose `search_words` are in `column` matches what was typed (matchesName in the contract). The
 * input is never a pattern.
 */
export function nameMatches(column: SQLWrapper, typed: string): SQL {
  const { words, letters } = typedName(typed);
  if (letters === '') return sql`false`;
  return sql`(strpos(' ' || ${column}, ${` ${words}`}) > 0 or starts_with(replace(${column}, ' ', ''), ${letters}))`;
}

/** SQL value to sort by: false, which is first, for names that start with what was typed. */
export const startsLater = (column: SQLWrapper, typed: string): SQL =>
  sql`not starts_with(replace(${column}, ' ', ''), ${typedName(typed).letters})`;
