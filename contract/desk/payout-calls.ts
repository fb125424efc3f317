import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment, monthField, rowId } from '../fields.ts';
import { payoutStops, referenceField } from './payouts.ts';
import { reasonField } from './reason.ts';

/** A performer's statement of a month, as CSV: `?performer=3&month=2026-11`. */
export const STATEMENT_FILE = '/api/desk/statement.csv';

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
});
export type Payout = z.infer<typeof payoutSchema>;

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
    reason: reasonField,
  }),
  output: payoutSchema,
  errors: [
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
  input: z.object({ payout: rowId, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound'],
});
