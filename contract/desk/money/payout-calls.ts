import * as z from 'zod/mini';
import { dayOf, monthBefore, monthSpan, monthsUpTo } from '../../day.ts';
import { endpoint } from '../../endpoint.ts';
import { done, moment, monthField, rowId } from '../../fields.ts';
import { versionOf } from '../../form-version.ts';
import { routes } from '../../site/routes.ts';
import { hasAccountNumber } from '../../wallet/iban.ts';
import { type Column, describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';
import { formKeyField, guardedOutput } from '../value/acts-of-value.ts';

/** Credits by month, as `2026-11`. */
export type ByMonth = ReadonlyMap<string, number>;

/** Credits of the months up to the last one. */
export const sumUntil = (credits: ByMonth, last: string): number =>
  [...credits].reduce((sum, [month, count]) => sum + (month <= last ? count : 0), 0);

/**
 * Credits owed for a month: earned up to its end, less those paid out for it and earlier months. At most what the end
 * of each later month leaves, so that returned or paid credits are not owed again.
 */
export function creditsDue(month: string, earned: ByMonth, paid: ByMonth): number {
  const months = new Set([month, ...earned.keys(), ...paid.keys()]);
  const left = [...months].flatMap((last) =>
    last >= month ? sumUntil(earned, last) - sumUntil(paid, last) : [],
  );
  return Math.max(0, Math.min(...left));
}

/** Credits owed for a month; none once it is paid. */
export const openFor = (month: string, earned: ByMonth, paid: ByMonth): number =>
  (paid.get(month) ?? 0) > 0 ? 0 : creditsDue(month, earned, paid);

/** What is paid next: for the last month that is over, if `isEnough` says so of its credits, else for the one that runs. */
export function nextPayout(
  now: Date,
  { earned, paid }: { earned: ByMonth; paid: ByMonth },
  isEnough: (credits: number) => boolean,
): { month: string; credits: number } {
  const running = dayOf(now).slice(0, 7);
  const last = monthBefore(running);
  const credits = openFor(last, earned, paid);
  return isEnough(credits)
    ? { month: last, credits }
    : { month: running, credits: creditsDue(running, earned, paid) };
}

/** Within an hour, paid minutes and toys of a month's last moments have ended and were settled. */
const SETTLED_HOURS = 1;

/**
 * When a month can be paid: it is over in the operator's time zone, and no credits can be given back any more.
 * Unanswered messages are given back after `returnHours`.
 */
export const payableFrom = (month: string, returnHours: number): Date =>
  new Date(monthSpan(month).to.getTime() + (returnHours + SETTLED_HOURS) * 3_600_000);

/** The last months that are over, newest first. */
export const pastMonths = (now: Date, count: number): string[] =>
  monthsUpTo(monthBefore(dayOf(now).slice(0, 7)), count).toReversed();

/** Reasons that stop a payout, in the order in which they are checked. */
export const payoutStops = ['early', 'rate', 'identity', 'details', 'suspended', 'minimum'] as const;
export type PayoutStop = (typeof payoutStops)[number];

interface Owed {
  readonly credits: number;
  /** Null without a rate. */
  readonly cents: number | null;
  readonly minimum: number;
  readonly isPayable: boolean;
  /** An approved identity record is required and missing. */
  readonly lacksIdentity: boolean;
  /** Her payout and tax details were asked for in vain. */
  readonly lacksDetails: boolean;
  readonly isSuspended: boolean;
  /** She has left, so the minimum will never be reached. */
  readonly isRemoved: boolean;
}

export function stopOf(owed: Owed): PayoutStop | null {
  if (!owed.isPayable) return 'early';
  if (owed.cents === null) return 'rate';
  if (owed.lacksIdentity) return 'identity';
  if (owed.lacksDetails) return 'details';
  if (owed.isSuspended) return 'suspended';
  const minimum = owed.isRemoved ? 1 : owed.minimum;
  return owed.credits < minimum || owed.cents < 1 ? 'minimum' : null;
}

/** Names what an operator has seen: the number of earlier payouts for the month, the credits and the rate. */
export const payoutVersion = (earlier: number, credits: number, rate: number | null): string =>
  `${earlier}-${credits}-${rate ?? 0}`;

export const REFERENCE_MAX = 64;

/** How the bank transfer is found in the bank's statement. Account numbers are not stored. */
export const referenceField = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(REFERENCE_MAX),
  z.refine((text) => !hasAccountNumber(text)),
);

/** A performer's statement of a month, as CSV: `?performer=3&month=2026-11`. */
export const STATEMENT_FILE = '/api/desk/statement.csv';

/** A month's payouts for the bank (ISO 20022 pain.001): `?month=2026-11`. */
export const BANK_FILE = '/api/desk/payouts.xml';

const finance = { base: 'desk', access: 'operator', roles: ['finance'] } as const;

const payoutSchema = z.object({
  payout: z.int(),
  performer: z.int(),
  username: z.string(),
  month: z.string(),
  credits: z.int(),
  /** Cents for 100 credits. */
  rate: z.int(),
  cents: z.int(),
  currency: z.string(),
  /** Of the bank transfer. */
  reference: z.string(),
  by: z.string(),
  at: moment,
  /** Null unless the bank transfer came back. */
  returned: z.nullable(z.object({ by: z.string(), at: moment, reason: z.string() })),
  /** Sent back with its return, so that no other payout is returned by mistake. */
  version: z.string(),
});
export type Payout = z.infer<typeof payoutSchema>;

/** Names a payout as an operator has seen it. */
export const paidVersion = (payout: Pick<Payout, 'performer' | 'month' | 'cents' | 'reference'>): string =>
  versionOf([payout.performer, payout.month, payout.cents, payout.reference]);

const dueSchema = z.object({
  performer: z.int(),
  username: z.string(),
  credits: z.int(),
  /** Null without a rate. */
  cents: z.nullable(z.int()),
  stop: z.nullable(z.enum(payoutStops)),
  /** Sent back with the payout: it is refused if something has changed since. */
  version: z.string(),
});
export type DuePayout = z.infer<typeof dueSchema>;

export const listPayouts = endpoint({
  ...finance,
  method: 'GET',
  path: '/payouts',
  summary: 'Returns what is to be paid out to performers for a month, and the payouts for or in that month',
  input: z.object({ month: monthField }),
  output: z.object({
    /** Cents for 100 credits; null without a configured rate. */
    rate: z.nullable(z.int()),
    /** Credits below which nothing is paid out. */
    minimum: z.int(),
    /** Whether the month can be paid now. */
    isPayable: z.boolean(),
    payableFrom: moment,
    /** What the file for the bank has, and names of performers without an account number; null without PAYOUT_IBAN. */
    bank: z.nullable(z.object({ count: z.int(), cents: z.int(), without: z.array(z.string()) })),
    /** By performer. */
    due: z.array(dueSchema),
    /** For this month, or paid in it for another month; oldest first. */
    payouts: z.array(payoutSchema),
  }),
  errors: [],
});

export const listPerformerPayouts = endpoint({
  ...finance,
  method: 'GET',
  path: '/performers/{performer}/payouts',
  summary: 'Returns the payouts of a performer, newest first',
  input: z.object({ performer: rowId }),
  output: z.object({ result: z.array(payoutSchema) }),
  errors: [],
});

export const payOut = endpoint({
  ...finance,
  method: 'POST',
  path: '/payouts',
  summary:
    'Marks what a performer is owed for a month as paid by bank transfer, which mails her; a repeat returns the same payout',
  input: z.object({
    performer: rowId,
    month: monthField,
    /** Of the due payout that the operator has seen. */
    version: z.string().check(z.maxLength(64)),
    reference: referenceField,
    formKey: formKeyField,
    reason: reasonField,
  }),
  output: guardedOutput(payoutSchema),
  errors: [
    'badRequest.idempotency.conflict',
    'badRequest.performer.notExists',
    'badRequest.payout.paid',
    'badRequest.payout.changed',
    'badRequest.payout.stopped',
  ],
});

export const returnPayout = endpoint({
  ...finance,
  method: 'POST',
  path: '/payouts/{payout}/return',
  summary: 'Undoes a payout whose bank transfer came back; the month is due again',
  input: z.object({
    payout: rowId,
    /** Of the payout that the operator has seen. */
    version: z.string().check(z.maxLength(64)),
    formKey: formKeyField,
    reason: reasonField,
  }),
  output: guardedOutput(done),
  errors: ['badRequest.notFound', 'badRequest.payout.changed', 'badRequest.idempotency.conflict'],
});

const performerPage = ({ performer }: { performer: number }): string =>
  `${routes.deskPerformers}/${performer}`;

const statement = {
  text: 'statement',
  path: ({ performer, month }: { performer: number; month: string }) =>
    `${STATEMENT_FILE}?performer=${performer}&month=${month}`,
};

const duePayouts = describeList({
  name: 'payouts-due',
  call: listPayouts,
  rows: 'due',
  key: 'performer',
  words: 'payouts due',
  title: 'due',
  columns: [
    { name: 'username', kind: 'name', title: true, link: performerPage },
    { name: 'credits', kind: 'credits' },
    { name: 'amount', kind: 'euro', of: ({ cents }) => cents },
    { name: 'stop', kind: 'state' },
  ],
  notes: [
    {
      text: 'early',
      when: ({ isPayable }) => !isPayable,
      values: [{ name: 'moment', kind: 'moment', of: ({ payableFrom }) => payableFrom }],
    },
    { text: 'noRate', when: ({ rate }) => rate === null },
    {
      text: 'rate',
      when: ({ rate }) => rate !== null,
      values: [{ name: 'amount', kind: 'euro', of: ({ rate }) => rate }],
    },
    {
      text: 'minimum',
      when: ({ minimum }) => minimum > 0,
      values: [{ name: 'count', kind: 'count', of: ({ minimum }) => minimum }],
    },
    {
      text: 'total',
      when: ({ due }) => due.some(({ stop }) => stop === null),
      values: [
        { name: 'count', kind: 'count', of: ({ due }) => due.filter(({ stop }) => stop === null).length },
        {
          name: 'amount',
          kind: 'euro',
          of: ({ due }) => due.reduce((sum, { stop, cents }) => sum + (stop === null ? (cents ?? 0) : 0), 0),
        },
      ],
      strong: true,
    },
    {
      text: 'withoutAccount',
      when: ({ bank }) => bank !== null && bank.without.length > 0,
      values: [{ name: 'names', kind: 'name', of: ({ bank }) => bank?.without.join(', ') }],
    },
    {
      text: 'bankFile',
      when: ({ bank }) => bank !== null && bank.count > 0,
      values: [
        { name: 'count', kind: 'count', of: ({ bank }) => bank?.count },
        { name: 'amount', kind: 'euro', of: ({ bank }) => bank?.cents },
      ],
      file: BANK_FILE,
    },
    { text: 'noBank', when: ({ bank, due }) => bank === null && due.some(({ stop }) => stop === null) },
  ],
  files: [statement],
  acts: [
    describeAct<DuePayout>()({
      name: 'pay',
      call: payOut,
      words: 'payouts paid',
      operand: 'performer',
      asks: ['reference'],
      audit: 'payout.paid',
      when: ({ stop }) => stop === null,
      values: [{ name: 'amount', kind: 'euro', of: ({ cents }) => cents }],
      labels: {
        'badRequest.performer.notExists': 'records.gone',
        'badRequest.payout.paid': 'paid',
        'badRequest.payout.changed': 'changed',
        'badRequest.payout.stopped': 'stopped',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    }),
  ],
});

/** What is known of a payout. */
export const payoutColumns: readonly Column<Payout>[] = [
  { name: 'credits', kind: 'credits' },
  { name: 'amount', kind: 'euro', of: ({ cents }) => cents },
  { name: 'paidOn', kind: 'moment', of: ({ at }) => at },
  { name: 'by', kind: 'text' },
  { name: 'reference', kind: 'text' },
  {
    name: 'returned',
    kind: 'sentence',
    values: [
      { name: 'at', kind: 'moment', of: ({ returned }) => returned?.at },
      { name: 'name', kind: 'text', of: ({ returned }) => returned?.by },
      { name: 'reason', kind: 'text', of: ({ returned }) => returned?.reason },
    ],
  },
];

const paidPayouts = describeList({
  name: 'payouts-paid',
  call: listPayouts,
  rows: 'payouts',
  key: 'payout',
  words: 'payouts due',
  title: 'history',
  empty: 'historyEmpty',
  columns: [
    { name: 'username', kind: 'name', title: true, link: performerPage },
    { name: 'month', kind: 'month' },
    ...payoutColumns,
  ],
  files: [statement],
  acts: [
    describeAct<Payout>()({
      name: 'back',
      call: returnPayout,
      words: 'payouts returned',
      operand: 'payout',
      audit: 'payout.returned',
      when: ({ returned }) => returned === null,
      labels: {
        'badRequest.notFound': 'gone',
        'badRequest.payout.changed': 'changed',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
      danger: true,
    }),
  ],
});

export const payoutSection: Section = {
  path: routes.deskPayouts,
  texts: 'payouts',
  filters: { month: { label: 'desk.books.month', hint: 'desk.books.monthHint', first: 'past' } },
  narrow: true,
  lists: [duePayouts, paidPayouts],
};
