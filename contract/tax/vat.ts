import * as z from 'zod/mini';
import { addDays } from '../day.ts';
import { standardRates } from './vat-rates.ts';

export interface VatRate {
  /** First day of the rate, as `2026-12-31`; empty for the initial rate. */
  from: string;
  /** Percent with at most one decimal, included in prices. */
  percent: number;
}

const ratePattern = /^(?:(\d{4}-\d\d-\d\d):)?(\d{1,2}(?:\.\d)?)$/;

const exists = (day: string): boolean => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;

/** `21`, or with later changes `21,2028-01-01:23`: a sale keeps the rate of its day. */
export const vatRatesSchema = z.pipe(
  z.string().check(
    z.regex(
      /^\d{1,2}(\.\d)?(,\d{4}-\d\d-\d\d:\d{1,2}(\.\d)?)*$/,
      'must be a percentage, or several like 21,2028-01-01:23',
    ),
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

const memberRates: ReadonlyMap<string, readonly VatRate[]> = new Map(
  Object.entries(standardRates).map(([country, text]) => [country, vatRatesSchema.parse(text)]),
);

export const isMemberState = (country: string): boolean => memberRates.has(country);

/** The country that taxes the house, and its rates (`VAT`). */
export interface HomeVat {
  readonly country: string;
  readonly rates: readonly VatRate[];
}

/**
 * Percent of a sale on a day, by the country that was established for it: null for a sale at the rates of the house, and
 * nothing outside the Union.
 */
export function percentOf(home: HomeVat, country: string | null, day: string): number {
  if (country === null || country === home.country) return vatOn(home.rates, day);
  const rates = memberRates.get(country);
  return rates ? vatOn(rates, day) : 0;
}

/** VAT in cents contained in a price, rounded to the nearest cent; also for returned amounts. */
export function vatWithin(cents: number, percent: number): number {
  const tenths = Math.round(percent * 10);
  const base = 1000 + tenths;
  const vat = Math.floor((2 * Math.abs(cents) * tenths + base) / (2 * base));
  return cents < 0 ? -vat : vat;
}

/** Pieces of evidence of a buyer's country, the strongest first (Regulation 282/2011, article 24f). */
export const evidenceKinds = ['bank', 'billing', 'network'] as const;
export const evidenceSchema = z.object({ kind: z.enum(evidenceKinds), country: z.string() });
export type Evidence = z.infer<typeof evidenceSchema>;

export interface Place {
  readonly country: string;
  /** Whether two pieces agree on it; one alone, or pieces that contradict each other, do not. */
  readonly agreed: boolean;
}

/** The country that most pieces name, else that of the strongest piece; null without any. */
export function placeOf(evidence: readonly Evidence[]): Place | null {
  const strength = ({ kind }: Evidence): number => evidenceKinds.indexOf(kind);
  const counts = Map.groupBy(
    evidence.toSorted((one, other) => strength(one) - strength(other)),
    ({ country }) => country,
  );
  const [first] = [...counts].toSorted(([, some], [, others]) => others.length - some.length);
  return first ? { country: first[0], agreed: first[1].length > 1 } : null;
}
