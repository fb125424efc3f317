import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { monthField } from '../../fields.ts';
import { routes } from '../../site/routes.ts';
import { type Column, describeList, type Section } from '../described/described.ts';

const finance = { base: 'desk', access: 'operator', roles: ['finance'] } as const;

const countsSchema = z.object({
  /** Empty for visitors and members without an affiliate. */
  affiliate: z.string(),
  /** Of visitors who consented to measuring. */
  visits: z.int(),
  /** Each counts once a day. */
  visitors: z.int(),
  registrations: z.int(),
  firstPurchases: z.int(),
  /** Of these purchases. */
  cents: z.int(),
});
type Counts = z.infer<typeof countsSchema>;

export const listAffiliates = endpoint({
  ...finance,
  method: 'GET',
  path: '/affiliates',
  summary: 'Returns visits, registrations and first purchases of a month by affiliate code',
  input: z.object({ month: monthField }),
  output: z.object({ result: z.array(countsSchema) }),
  errors: [],
});

export const listAffiliateDays = endpoint({
  ...finance,
  method: 'GET',
  path: '/affiliates/days',
  summary: 'Returns the same by day and affiliate code, by default of the month up to today',
  input: z.object({
    from: z.optional(z.iso.date()),
    /** The last day, included. */
    to: z.optional(z.iso.date()),
  }),
  output: z.object({ result: z.array(z.extend(countsSchema, { day: z.string() })) }),
  errors: [],
});

const counts: readonly Column<Counts>[] = [
  { name: 'code', kind: 'name', of: ({ affiliate }) => affiliate, empty: 'none' },
  { name: 'visits', kind: 'count', sum: true },
  { name: 'visitors', kind: 'count', sum: true },
  { name: 'registrations', kind: 'count', sum: true },
  { name: 'firstPurchases', kind: 'count', sum: true },
  { name: 'euro', kind: 'euro', of: ({ cents }) => cents, sum: true },
];

/** In the shell and as a file: a month has too many rows for a page. */
export const affiliateDays = describeList({
  name: 'affiliate-days',
  call: listAffiliateDays,
  rows: 'result',
  key: 'affiliate',
  words: 'report affiliates',
  columns: [{ name: 'day', kind: 'day' }, ...counts],
});

export const affiliateSection: Section = {
  path: routes.deskAffiliates,
  texts: 'affiliates',
  filters: { month: { label: 'desk.books.month', hint: 'desk.books.monthHint', first: 'running' } },
  lists: [
    describeList({
      name: 'affiliates',
      call: listAffiliates,
      rows: 'result',
      key: 'affiliate',
      words: 'affiliates month',
      title: 'in',
      columns: counts,
    }),
  ],
};
