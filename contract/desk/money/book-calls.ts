import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { monthField, rowId } from '../../fields.ts';
import { routes } from '../../site/routes.ts';
import { type Column, describeList, type Section } from '../described/described.ts';

/** The accountant's file: every movement of the books from a month to another, as CSV. */
export const BOOKS_FILE = '/api/desk/books.csv';

/** Cents for 100 credits. */
export const RATE_MAX = 10_000;
const rateField = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(RATE_MAX));

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

const earningSchema = z.object({
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
});
type Earning = z.infer<typeof earningSchema>;

/**
 * What became of credits that the house gave: `earned` by performers, less what was given back, and `unearned`;
 * `ended`: paid debts, or lapsed with their account; `held` by members now.
 */
export const freeUses = ['given', 'earned', 'unearned', 'ended', 'held'] as const;
const freeSchema = z.object({ use: z.enum(freeUses), credits: z.int() });

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
    /** Only hers. */
    performer: z.optional(rowId),
  }),
  output: z.object({
    result: z.array(earningSchema),
    /** Credits that the house gave, of the month; its cost is what performers earned from them. */
    free: z.array(freeSchema),
  }),
  errors: [],
});

const ofKind = (kind: (typeof earningKinds)[number]): Column<Earning> => ({
  name: kind,
  kind: 'credits',
  of: ({ byKind }) => byKind[kind],
  head: 'movement',
  rare: 'zero',
  sum: true,
});

export const bookSection: Section = {
  path: routes.deskBooks,
  texts: 'desk.books',
  title: 'desk.nav.books',
  filters: {
    month: { label: 'month', hint: 'monthHint', first: 'running' },
    rate: { label: 'rate', hint: 'rateHint' },
  },
  lists: [
    describeList({
      name: 'earnings',
      call: listMonthEarnings,
      rows: 'result',
      key: 'performerId',
      words: 'performers statement',
      title: 'earnings',
      columns: [
        {
          name: 'performer',
          kind: 'name',
          of: ({ username }) => username,
          link: ({ performerId }) => `${routes.deskPerformers}/${performerId}`,
        },
        { name: 'key', kind: 'name', of: ({ performerId }) => `performer:${performerId}` },
        { name: 'opening', kind: 'credits', sum: true },
        ...earningKinds.map(ofKind),
        { name: 'other', kind: 'credits', rare: 'zero', sum: true },
        { name: 'earned', kind: 'credits', sum: true },
        { name: 'closing', kind: 'credits', sum: true },
        { name: 'payout', kind: 'euro', rare: 'missing', sum: true },
      ],
    }),
    describeList({
      name: 'free',
      file: 'none',
      call: listMonthEarnings,
      rows: 'free',
      key: 'use',
      words: 'performers statement',
      title: 'free',
      columns: [
        { name: 'use', kind: 'state' },
        { name: 'credits', kind: 'credits' },
      ],
    }),
  ],
  files: [
    {
      name: 'books',
      period: 'month',
      title: 'accountant',
      forms: [{ text: 'file', path: BOOKS_FILE }],
    },
  ],
};
