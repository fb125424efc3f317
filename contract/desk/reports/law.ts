import * as z from 'zod/mini';
import { addDays, dayOf, monthPattern, monthSpan, startOfDay, workingDayAfter } from '../../day.ts';

/**
 * Files for law and card schemes: the transparency report (DSA, article 15), statements for the Commission's
 * database (article 24), the acquirer's report. Query: `?year=2026` or `?month=2026-11`.
 */
export const lawPeriods = { transparency: 'year', reasons: 'month', complaints: 'month' } as const;
export type LawFile = keyof typeof lawPeriods;
export const lawFiles = ['transparency', 'reasons', 'complaints'] as const satisfies readonly LawFile[];

export const lawFormats = ['json', 'csv'] as const;
export type LawFormat = (typeof lawFormats)[number];

export const lawPath = (file: LawFile, format: LawFormat): string => `/api/desk/law/${file}.${format}`;

/** A year of this century, as `2026`. */
export const yearPattern = /^20\d\d$/;

export const lawPeriodFields = {
  year: z.string().check(z.regex(yearPattern)),
  month: z.string().check(z.regex(monthPattern)),
} as const;

/** A year or a month in the operator's time zone. */
export const spanOf = (period: string): ReturnType<typeof monthSpan> =>
  yearPattern.test(period)
    ? { from: startOfDay(`${period}-01-01`), to: startOfDay(addDays(`${period}-12-31`, 1)) }
    : monthSpan(period);

/** Working days within which the complaint of a person who is shown is answered (Mastercard AN 5196). */
export const ANSWER_WORKING_DAYS = 7;

/** The last day on which the complaint of a person who is shown may be answered. */
export const depictedDue = (receivedAt: Date): string =>
  workingDayAfter(dayOf(receivedAt), ANSWER_WORKING_DAYS);
