import { z } from 'zod';

export interface VatRate {
  /** The first day it holds, as `2026-12-31`; empty for always. */
  from: string;
  /** Whole percent, contained in prices. */
  percent: number;
}

const ratePattern = /^(?:(\d{4}-\d\d-\d\d):)?(\d{1,2})$/;

/** `21`, or with later changes `21,2028-01-01:23`: what was sold keeps the rate of its day. */
export const vatRatesSchema = z
  .string()
  .regex(/^\d{1,2}(,\d{4}-\d\d-\d\d:\d{1,2})*$/, 'a rate, then date:rate for each later one')
  .transform((text) =>
    text.split(',').map((part): VatRate => {
      const [, from = '', percent] = ratePattern.exec(part) ?? [];
      return { from, percent: Number(percent) };
    }),
  );

export const vatOn = (rates: readonly VatRate[], day: string): number =>
  rates.filter(({ from }) => from <= day).reduce((latest, rate) => (rate.from >= latest.from ? rate : latest))
    .percent;

/** Cents of VAT that a price contains, rounded to the nearest; the same for what goes back. */
export function vatWithin(cents: number, percent: number): number {
  const base = 100 + percent;
  const vat = Math.floor((2 * Math.abs(cents) * percent + base) / (2 * base));
  return cents < 0 ? -vat : vat;
}
