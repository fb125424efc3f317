import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, monthField } from '../../fields.ts';
import { routes } from '../../site/routes.ts';
import { AFFILIATE_TERMS_VERSION } from '../../tracking/affiliate.ts';
import { type Column, describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';

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

const codeField = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/));
const partnerFields = {
  affiliate: codeField,
  /** Of the person or company that accepts the terms. */
  name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
  acceptedOn: z.iso.date(),
};

export const termsStates = ['missing', 'earlier', 'current'] as const;

const partnerSchema = z.object({
  affiliate: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(termsStates),
  /** Of the terms that were accepted last. */
  terms: z.nullable(z.string()),
  acceptedOn: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: z.nullable(moment),
  /** Sent back with an acceptance. */
  version: z.string(),
});
export type Partner = z.infer<typeof partnerSchema>;

export const readAffiliateTerms = endpoint({
  ...finance,
  method: 'GET',
  path: '/affiliates/current',
  summary: 'Returns the terms for affiliates that apply now, and how many have accepted them',
  input: z.object({}),
  output: z.object({ terms: z.string(), accepted: z.int() }),
  errors: [],
});

export const listAffiliateTerms = endpoint({
  ...finance,
  method: 'GET',
  path: '/affiliates/terms',
  summary:
    'Returns affiliates and the terms that they accepted; also codes that brought somebody within a year',
  input: z.object({}),
  output: z.object({ result: z.array(partnerSchema) }),
  errors: [],
});

export const addAffiliate = endpoint({
  ...finance,
  method: 'POST',
  path: '/affiliates',
  summary: 'Adds an affiliate who has accepted the terms that apply now',
  input: z.object({ ...partnerFields, reason: reasonField }),
  output: done,
  errors: ['badRequest.idempotency.conflict'],
});

export const acceptTerms = endpoint({
  ...finance,
  method: 'PUT',
  path: '/affiliates/{affiliate}',
  summary: 'Records that an affiliate has accepted the terms that apply now, with the name of who did',
  input: z.object({
    ...partnerFields,
    /** Of the affiliate as the operator has seen it. */
    version: z.string().check(z.maxLength(64)),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.form.changed'],
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
    describeList({
      name: 'terms',
      file: 'none',
      call: readAffiliateTerms,
      rows: null,
      key: 'terms',
      words: 'affiliates current',
      title: 'apply',
      columns: [
        { name: 'terms', kind: 'day' },
        { name: 'accepted', kind: 'count' },
        { name: 'page', kind: 'state', of: () => 'terms', link: () => routes.affiliateTerms },
      ],
      acts: [
        describeAct<{ terms: string }>()({
          name: 'add',
          call: addAffiliate,
          words: 'affiliates add',
          operand: 'affiliate',
          asks: ['affiliate', 'name', 'acceptedOn'],
          audit: 'affiliate.added',
          labels: { 'badRequest.idempotency.conflict': 'taken' },
          version: 'none',
          because: 'it makes a new affiliate, and refuses one that is there',
        }),
      ],
    }),
    describeList({
      name: 'affiliate-terms',
      call: listAffiliateTerms,
      rows: 'result',
      key: 'affiliate',
      words: 'affiliates terms',
      title: 'partners',
      empty: 'partnersEmpty',
      columns: [
        { name: 'code', kind: 'name', title: true, of: ({ affiliate }) => affiliate },
        { name: 'name', kind: 'text' },
        { name: 'state', kind: 'state' },
        { name: 'terms', kind: 'day' },
        { name: 'acceptedOn', kind: 'day' },
        { name: 'by', kind: 'text' },
      ],
      acts: [
        describeAct<Partner>()({
          name: 'accept',
          call: acceptTerms,
          words: 'affiliates accept',
          operand: 'affiliate',
          asks: ['name', 'acceptedOn'],
          audit: 'affiliate.terms-accepted',
          values: [{ name: 'terms', kind: 'day', of: () => AFFILIATE_TERMS_VERSION }],
          labels: { 'badRequest.form.changed': 'changed' },
        }),
      ],
    }),
  ],
};
