import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { moment, monthField } from '../../fields.ts';
import { routes } from '../../site/routes.ts';
import { describeList, type Section } from '../described/described.ts';
import { yearPattern } from '../reports/law.ts';

const desk = { base: 'desk', access: 'operator' } as const;

export const listRevenue = endpoint({
  ...desk,
  roles: ['finance'],
  method: 'GET',
  path: '/revenue',
  summary:
    'Returns what members paid in each month of a year, less what went back to them in it; with VAT, by default of this year',
  input: z.object({ year: z.optional(z.string().check(z.regex(yearPattern))) }),
  output: z.object({
    year: z.string(),
    /** Of the months up to the running one. */
    result: z.array(
      z.object({
        month: z.string(),
        purchases: z.int(),
        /** Cents. */
        paid: z.int(),
        refunded: z.int(),
        chargedBack: z.int(),
        /** Of charged back money, what a won dispute brought back. */
        wonBack: z.int(),
        net: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const revenueSection: Section = {
  path: routes.deskRevenue,
  texts: 'revenue',
  filters: { year: { label: 'year', hint: 'yearHint' } },
  lists: [
    describeList({
      name: 'revenue',
      call: listRevenue,
      rows: 'result',
      key: 'month',
      words: 'revenue months',
      columns: [
        { name: 'month', kind: 'month' },
        { name: 'purchases', kind: 'count', sum: true },
        { name: 'paid', kind: 'euro', sum: true },
        { name: 'refunded', kind: 'euro', sum: true },
        { name: 'chargedBack', kind: 'euro', sum: true },
        { name: 'wonBack', kind: 'euro', sum: true },
        { name: 'net', kind: 'euro', sum: true },
      ],
    }),
  ],
};

/** Members in the list of those who spend most. */
export const SPENDERS_MAX = 50;
/** Performers that are named with each. */
export const SHARES_MAX = 3;

/** What a member did in a month, from which the signs follow. */
export interface Spending {
  /** Credits in the month, and on average in each of the three months before. */
  readonly credits: number;
  readonly before: number;
  /** Days on which credits were spent between midnight and five. */
  readonly nights: number;
  /** Most purchases within an hour. */
  readonly purchases: number;
  /** When a limit was last raised or removed in the month; null if none was. */
  readonly raisedAt: Date | null;
}

export const spendingSigns = ['growth', 'nights', 'purchases', 'raised'] as const;
export type SpendingSign = (typeof spendingSigns)[number];

/** Credits below which a growing sum is no sign. */
const GROWTH_MIN = 2_000;
const GROWTH_TIMES = 3;
const NIGHTS_MIN = 5;
const PURCHASES_MIN = 3;

/** Signs that call for care (docs/operate/desk.md). */
export function signsOf({ credits, before, nights, purchases, raisedAt }: Spending): SpendingSign[] {
  const shown: Readonly<Record<SpendingSign, boolean>> = {
    growth: credits >= GROWTH_MIN && credits >= GROWTH_TIMES * before,
    nights: nights >= NIGHTS_MIN,
    purchases: purchases >= PURCHASES_MIN,
    raised: raisedAt !== null,
  };
  return spendingSigns.filter((sign) => shown[sign]);
}

export const listSpenders = endpoint({
  ...desk,
  roles: ['support', 'finance'],
  method: 'GET',
  path: '/spenders',
  summary: `Returns the ${SPENDERS_MAX} members who spent most credits in a month, with whom, and signs that call for care`,
  input: z.object({ month: monthField }),
  output: z.object({
    result: z.array(
      z.object({
        memberId: z.int(),
        username: z.string(),
        credits: z.int(),
        before: z.int(),
        /** Those on whom most was spent, most first. */
        performers: z.array(z.object({ performer: z.int(), username: z.string(), credits: z.int() })),
        nights: z.int(),
        purchases: z.int(),
        raisedAt: z.nullable(moment),
        signs: z.array(z.enum(spendingSigns)),
      }),
    ),
  }),
  errors: [],
});

export const spenderSection: Section = {
  path: routes.deskSpenders,
  texts: 'spenders',
  filters: { month: { label: 'desk.books.month', hint: 'desk.books.monthHint', first: 'running' } },
  lists: [
    describeList({
      name: 'spenders',
      call: listSpenders,
      rows: 'result',
      key: 'memberId',
      words: 'spenders list',
      columns: [
        {
          name: 'username',
          kind: 'name',
          link: ({ memberId }) => `${routes.deskMembers}/${memberId}`,
          empty: 'erased',
        },
        { name: 'credits', kind: 'credits', sum: true },
        {
          name: 'performers',
          kind: 'name',
          of: ({ performers }) => performers.map((one) => `${one.username} ${one.credits}`).join(' · '),
        },
        { name: 'signs', kind: 'count', of: ({ signs }) => signs.length || null },
        // Each value is shown where it is a sign.
        {
          name: 'before',
          kind: 'credits',
          of: ({ signs, before }) => (signs.includes('growth') ? before : null),
        },
        {
          name: 'nights',
          kind: 'count',
          of: ({ signs, nights }) => (signs.includes('nights') ? nights : null),
        },
        {
          name: 'purchases',
          kind: 'count',
          of: ({ signs, purchases }) => (signs.includes('purchases') ? purchases : null),
        },
        { name: 'raised', kind: 'moment', of: ({ raisedAt }) => raisedAt },
      ],
    }),
  ],
};
