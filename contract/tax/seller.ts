import * as z from 'zod/mini';
import { countries } from '../countries.ts';
import { trimBlank } from '../input.ts';
import { isAdult } from '../performers/identity.ts';
import { isAccountNumber } from '../wallet/iban.ts';
import { isTaxNumber, isVatNumber } from './tax-numbers.ts';

const line = (min: number, max: number) =>
  z.string().check(
    z.overwrite((text) => trimBlank(text.replace(/\s+/g, ' '))),
    z.minLength(min),
    z.maxLength(max),
  );
const number = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.toUpperCase().replace(/[\s.-]/g, '')),
    z.maxLength(max),
  );
const country = z.enum(countries);
const ownCountry = z.union([z.literal(''), country]);

/** Of a performer, for the tax authority (Directive 2021/514, annex V, section III) and for payouts; stored sealed. */
export const sellerSchema = z.object({
  firstName: line(1, 100),
  lastName: line(1, 100),
  /** With the number of the house. */
  street: line(1, 120),
  postcode: line(0, 16),
  city: line(1, 80),
  /** Of her address, which is her residence. */
  country,
  dateOfBirth: z.iso.date(),
  /** Empty if her country gives none; then the place of birth is needed. */
  taxNumber: number(32),
  /** Of the authority that gave the number. */
  taxCountry: ownCountry,
  birthCity: line(0, 80),
  birthCountry: ownCountry,
  /** Empty if she has none. */
  vatNumber: number(32),
  iban: number(34),
  /** Empty if the account is in her own name. */
  accountHolder: line(0, 120),
});
export type Seller = z.infer<typeof sellerSchema>;
export type SellerField = keyof Seller;
export const sellerFields = Object.keys(sellerSchema.shape) as readonly SellerField[];

/** The fields that are wrong, each by itself or beside another one. */
export function refuseSeller(values: Readonly<Record<string, string>>, now: Date): SellerField[] {
  const parsed = sellerSchema.safeParse(values);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    return sellerFields.filter((field) => wrong.has(field));
  }
  const seller = parsed.data;
  const wrong: Partial<Record<SellerField, boolean>> = {
    dateOfBirth: !isAdult(seller.dateOfBirth, now),
    taxNumber: seller.taxNumber !== '' && !isTaxNumber(seller.taxCountry, seller.taxNumber),
    taxCountry: seller.taxNumber !== '' && seller.taxCountry === '',
    birthCity: seller.taxNumber === '' && seller.birthCity === '',
    birthCountry: seller.taxNumber === '' && seller.birthCountry === '',
    vatNumber: seller.vatNumber !== '' && !isVatNumber(seller.vatNumber),
    iban: !isAccountNumber(seller.iban),
  };
  return sellerFields.filter((field) => wrong[field]);
}

export const sellerStates = ['unasked', 'asked', 'reminded', 'held', 'given'] as const;
export type SellerState = (typeof sellerStates)[number];

/** When her data were asked for, and given. */
export interface SellerRequest {
  readonly askedAt: Date | null;
  readonly savedAt: Date | null;
  readonly reminders: number;
}

/** Reminders that have to precede a hold of payouts (annex V, section IV). */
export const REMINDERS = 2;
const DAY_MS = 86_400_000;

/** The moment from which payouts are held; null while nothing was asked or all was given. */
export const heldFrom = ({ askedAt, savedAt }: SellerRequest, days: number): Date | null =>
  askedAt === null || savedAt !== null || days === 0 ? null : new Date(askedAt.getTime() + days * DAY_MS);

/** `days`: of SELLER_DAYS, 0 for never. */
export function sellerStateOf(request: SellerRequest, days: number, now: Date): SellerState {
  if (request.savedAt !== null) return 'given';
  const from = heldFrom(request, days);
  if (from === null) return 'unasked';
  if (request.reminders >= REMINDERS && from <= now) return 'held';
  return request.reminders > 0 ? 'reminded' : 'asked';
}

/** Whether the request or its next reminder is due: reminders after a third and two thirds of the days. */
export function isMailDue(request: SellerRequest, days: number, now: Date): boolean {
  const { askedAt, savedAt, reminders } = request;
  if (days === 0 || savedAt !== null || reminders >= REMINDERS) return false;
  return (
    askedAt === null ||
    askedAt.getTime() + ((reminders + 1) * days * DAY_MS) / (REMINDERS + 1) <= now.getTime()
  );
}

/** Of a quarter, in cents: what she was paid, what the house kept of what members paid, and for how many chats and messages. */
export const quarterSchema = z.object({ paid: z.int(), fees: z.int(), activities: z.int() });
export type Quarter = z.infer<typeof quarterSchema>;

export const quarterPattern = /^20\d\d-Q[1-4]$/;

/** `2026-Q4` of `2026-12-01`. */
export const quarterOf = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** First month of a quarter, and the first one after it. */
export function monthsOfQuarter(quarter: string): { first: string; next: string } {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))];
  const month = (count: number): string => {
    const at = new Date(Date.UTC(year, count, 1));
    return at.toISOString().slice(0, 7);
  };
  return { first: month((number - 1) * 3), next: month(number * 3) };
}
