import * as z from 'zod/mini';
import { addDays } from '../day.ts';

export interface VatRate {
  /** First day of the rate, as `2026-12-31`; empty for the initial rate. */
  from: string;
  /** Whole percent, included in prices. */
  percent: number;
}

const ratePattern = /^(?:(\d{4}-\d\d-\d\d):)?(\d{1,2})$/;

const exists = (day: string): boolean => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;

/** `21`, or with later changes `21,2028-01-01:23`: a sale keeps the rate of its day. */
export const vatRatesSchema = z.pipe(
  z.string().check(
    z.regex(/^\d{1,2}(,\d{4}-\d\d-\d\d:\d{1,2})*$/, 'must be a percentage, or several like 21,2028-01-01:23'),
    z.refine((text) => (text.match(/\d{4}-\d\d-\d\d/g) ?? []).every(exists), 'has a day that does not exist'),
  ),
  z.transform((text) =>
    text.split(',').map((part): VatRate => {
      const [, from = '', percent] = ratePattern.exec(part) ?? [];
      return { from, percent: Number(percent) };
    }),
  ),
);

export const vatOn = (rates: readonly VatRate[], day: string): number =>
  rates.filter(({ from }) => from <= day).reduce((latest, rate) => (rate.from >= latest.from ? rate : latest))
    .percent;

/** VAT in cents contained in a price, rounded to the nearest cent; also for returned amounts. */
export function vatWithin(cents: number, percent: number): number {
  const base = 100 + percent;
  const vat = Math.floor((2 * Math.abs(cents) * percent + base) / (2 * base));
  return cents < 0 ? -vat : vat;
}
