import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, monthField, rowId } from '../../fields.ts';
import { routes } from '../../site/routes.ts';
import { failReasonSchema, payMethods, paymentStates, providers } from '../../wallet/payment.ts';
import { disputeStates } from '../../wallet/returns.ts';
import { describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';

/** Payments and disputes on a page. */
export const MONEY_PAGE = 50;

const desk = { base: 'desk', access: 'operator' } as const;
const helpers = { ...desk, roles: ['support', 'finance'] } as const;
const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1);

const whoPays = { payment: z.string(), memberId: z.int(), username: z.string(), cents: z.int() } as const;

const paymentSchema = z.object({
  ...whoPays,
  receipt: z.nullable(z.string()),
  /** When it was decided; until then when it was opened. */
  at: moment,
  state: z.enum(paymentStates),
  reason: z.nullable(failReasonSchema),
  credits: z.int(),
  /** Null if the payment method is no longer offered. */
  method: z.nullable(z.enum(payMethods)),
  gateway: z.enum(providers),
  /** At the gateway. */
  order: z.nullable(z.string()),
  returnedCents: z.int(),
  /** Credits of returned money that were spent and are still owed. */
  owed: z.int(),
  /** Of the returned money, what the gateway has not sent yet. */
  unsentCents: z.int(),
});

export const listPayments = endpoint({
  ...helpers,
  method: 'GET',
  path: '/payments',
  summary:
    'Returns payments, newest first, and how many failed for which reason: of the day or month, else of today',
  input: z.object({
    day: z.optional(z.iso.date()),
    /** Without effect beside a day. */
    month: z.optional(monthField),
    state: z.optional(z.enum(paymentStates)),
    method: z.optional(z.enum(payMethods)),
    gateway: z.optional(z.enum(providers)),
    /** A member, or the number of a payment, receipt or order. */
    find: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(320))),
    page,
  }),
  output: z.object({
    result: z.array(paymentSchema),
    more: z.boolean(),
    /** Most frequent first. */
    failures: z.array(z.object({ reason: failReasonSchema, count: z.int(), cents: z.int() })),
  }),
  errors: [],
});

/** Where the operator sees what was bought, and refunds it. */
const paymentPage = ({ memberId, payment }: { memberId: number; payment: string }): string =>
  `${routes.deskMembers}/${memberId}#payment-${payment}`;

const payments = describeList({
  name: 'payments',
  call: listPayments,
  rows: 'result',
  key: 'payment',
  words: 'payments list',
  columns: [
    { name: 'username', kind: 'name', link: paymentPage, empty: 'erased' },
    { name: 'at', kind: 'moment' },
    { name: 'states', kind: 'state', of: ({ state }) => state },
    { name: 'reasons', kind: 'state', of: ({ reason }) => reason },
    { name: 'amount', kind: 'euro', of: ({ cents }) => cents },
    { name: 'credits', kind: 'credits' },
    { name: 'returned', kind: 'euro', of: ({ returnedCents }) => returnedCents || null },
    { name: 'unsent', kind: 'euro', of: ({ unsentCents }) => unsentCents || null },
    { name: 'owed', kind: 'credits', of: ({ owed }) => owed || null },
    { name: 'methods', kind: 'state', of: ({ method }) => method },
    { name: 'gateways', kind: 'state', of: ({ gateway }) => gateway },
    { name: 'receipt', kind: 'text' },
    { name: 'payment', kind: 'name' },
    { name: 'order', kind: 'name' },
  ],
});

const failures = describeList({
  name: 'payment-failures',
  call: listPayments,
  rows: 'failures',
  key: 'reason',
  words: 'payments list',
  title: 'failures',
  empty: 'noFailures',
  columns: [
    { name: 'reasons', kind: 'state', of: ({ reason }) => reason },
    { name: 'count', kind: 'count', sum: true },
    { name: 'amount', kind: 'euro', of: ({ cents }) => cents, sum: true },
  ],
});

export const paymentSection: Section = {
  path: routes.deskPayments,
  texts: 'payments',
  filters: {
    day: { label: 'day' },
    month: { label: 'month', hint: 'desk.books.monthHint' },
    state: { label: 'statesLabel' },
    method: { label: 'methodsLabel' },
    gateway: { label: 'gatewaysLabel' },
    find: { label: 'find', hint: 'findHint' },
  },
  lists: [failures, payments],
};

const version = z.string().check(z.minLength(1), z.maxLength(16));

const disputeSchema = z.object({
  dispute: z.int(),
  ...whoPays,
  gateway: z.enum(providers),
  order: z.nullable(z.string()),
  /** Credits taken from the balance, and what is still owed of those that were spent. */
  taken: z.int(),
  owed: z.int(),
  reportedAt: moment,
  /** Until when the gateway takes an answer. */
  due: moment,
  state: z.enum(disputeStates),
  /** Name of the operator who moved it last; null while it is open. */
  by: z.nullable(z.string()),
  at: z.nullable(moment),
  version: z.string(),
});
export type Dispute = z.infer<typeof disputeSchema>;

export const listDisputes = endpoint({
  ...desk,
  roles: ['finance'],
  method: 'GET',
  path: '/disputes',
  summary: 'Returns payments that a bank has charged back, those without an answer first, by their deadline',
  input: z.object({ state: z.optional(z.enum(disputeStates)), page }),
  output: z.object({
    /** Days in which the gateway takes an answer. */
    days: z.int(),
    result: z.array(disputeSchema),
    more: z.boolean(),
  }),
  errors: [],
});

export const moveDispute = endpoint({
  ...desk,
  roles: ['finance'],
  method: 'PUT',
  path: '/disputes/{dispute}',
  summary:
    'Notes that a dispute was contested at the gateway or accepted, or how a contested one ended; credits are taken and given elsewhere',
  input: z.object({
    dispute: rowId,
    state: z.enum(['contested', 'accepted', 'won', 'lost']),
    version,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});

/** `lost` for what the bank has decided, `accepted` for what was not contested. */
const moves = (['contested', 'accepted', 'won', 'lost'] as const).map((state) =>
  describeAct<Dispute>()({
    name: state,
    call: moveDispute,
    words: `disputes ${state}`,
    operand: 'dispute',
    sends: { state },
    audit: 'dispute.moved',
    when: (row) => row.state === (state === 'won' || state === 'lost' ? 'contested' : 'open'),
    labels: { 'badRequest.notFound': 'changed', 'badRequest.form.changed': 'changed' },
    ...(state === 'accepted' && { danger: true as const }),
  }),
);

const disputes = describeList({
  name: 'disputes',
  call: listDisputes,
  rows: 'result',
  key: 'dispute',
  words: 'disputes list',
  columns: [
    { name: 'username', kind: 'name', title: true, link: paymentPage, empty: 'erased' },
    { name: 'states', kind: 'state', of: ({ state }) => state },
    { name: 'amount', kind: 'euro', of: ({ cents }) => cents },
    { name: 'reported', kind: 'moment', of: ({ reportedAt }) => reportedAt },
    { name: 'due', kind: 'moment', of: ({ state, due }) => (state === 'open' ? due : null) },
    { name: 'taken', kind: 'credits' },
    { name: 'owed', kind: 'credits' },
    { name: 'payment', kind: 'name' },
    { name: 'gateways', kind: 'state', of: ({ gateway }) => gateway },
    { name: 'order', kind: 'name' },
    {
      name: 'moved',
      kind: 'sentence',
      values: [
        { name: 'at', kind: 'moment' },
        { name: 'name', kind: 'name', of: ({ by }) => by },
      ],
    },
  ],
  notes: [{ text: 'days', values: [{ name: 'count', kind: 'count', of: ({ days }) => days }] }],
  acts: moves,
});

export const disputeSection: Section = {
  path: routes.deskDisputes,
  texts: 'disputes',
  filters: { state: { label: 'statesLabel' } },
  narrow: true,
  lists: [disputes],
};
