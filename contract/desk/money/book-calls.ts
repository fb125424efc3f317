import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { monthField } from '../../fields.ts';

/** The accountant's file: every movement of the books from a month to another, as CSV. */
export const BOOKS_FILE = '/api/desk/books.csv';
/** The month's earnings of performers, as CSV. */
export const MONTH_EARNINGS_FILE = '/api/desk/earnings.csv';

/** Cents for 100 credits. */
export const RATE_MAX = 10_000;
export const rateField = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(RATE_MAX));

/** Columns of earnings by kind of transfer; other kinds are summed up. */
export const earningKinds = [
  'tip',
  'minute',
  'minute-return',
  'toy-return',
  'dial-in',
  'message',
  'message-return',
  'unearned',
  'unearned-return',
] as const;

export const listMonthEarnings = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/earnings',
  summary: 'Returns what each performer earned in a month, from the ledger',
  access: 'operator',
  roles: ['finance'],
  input: z.object({
    month: monthField,
    /** Payout for 100 credits, in cents. */
    rate: z.optional(rateField),
  }),
  output: z.object({
    result: z.array(
      z.object({
        performerId: z.int(),
        username: z.string(),
        opening: z.int(),
        byKind: z.record(z.string(), z.int()),
        /** Of other kinds. */
        other: z.int(),
        earned: z.int(),
        closing: z.int(),
        /** Cents at the given rate, rounded down; null without one. */
        payout: z.nullable(z.int()),
      }),
    ),
    /** Credits that the house gave, of the month; its cost is what performers earned from them. */
    free: z.object({
      given: z.int(),
      /** Spent at performers, less what was given back: `earned` by them, and not. */
      earned: z.int(),
      unearned: z.int(),
      /** Paid debts, or lapsed with their account. */
      ended: z.int(),
      /** In the balances of members now. */
      held: z.int(),
    }),
  }),
  errors: [],
});
