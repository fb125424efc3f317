import * as z from 'zod/mini';
import { chatPricesSchema } from '../../chat/prices.ts';
import { monthBefore } from '../../day.ts';
import { endpoint } from '../../endpoint.ts';
import { moment, monthField } from '../../fields.ts';

/**
 * Kinds of earnings. `phone` is a guest who pays by a phone call; `unearned` are free credits that members spent but the
 * performer does not earn; `other` is anything that no chat explains.
 */
export const earningKinds = [
  'chat',
  'vip',
  'tips',
  'toys',
  'messages',
  'phone',
  'unearned',
  'other',
] as const;
export type EarningKind = (typeof earningKinds)[number];

/** Kinds of a chat as listed: free chat earns nothing itself, and a shown camera costs nothing. */
export const showKinds = ['free', ...earningKinds, 'camBack'] as const;
export type ShowKind = (typeof showKinds)[number];

/**
 * Credits. `earned` is `paid` by members, less what they got back and what of it is not earned, plus what the house paid for
 * phone calls.
 */
export interface EarningSums {
  paid: number;
  returned: number;
  earned: number;
}

const nothing: EarningSums = { paid: 0, returned: 0, earned: 0 };

export const sumEarnings = (parts: readonly EarningSums[]): EarningSums =>
  parts.reduce(
    (sum, { paid, returned, earned }) => ({
      paid: sum.paid + paid,
      returned: sum.returned + returned,
      earned: sum.earned + earned,
    }),
    nothing,
  );

/** Sums of the kinds that occur, in the order of `earningKinds`. */
export const sumByKind = <Part extends EarningSums & { kind: EarningKind }>(
  parts: readonly Part[],
): (EarningSums & { kind: EarningKind })[] =>
  earningKinds.flatMap((kind) => {
    const own = parts.filter((part) => part.kind === kind);
    return own.length > 0 ? [{ kind, ...sumEarnings(own) }] : [];
  });

/** Months from the first to the last, newest first, as `2026-11`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

/** Months of the chart of a year. */
export const CHART_MONTHS = 12;

/** Chats on a page of a month. */
export const EARNINGS_PAGE = 50;

const credits = z.int();
/** As `EarningSums`. */
const sums = { paid: credits, returned: credits, earned: credits };
const byKind = z.array(z.object({ kind: z.enum(earningKinds), ...sums }));

const showSchema = z.object({
  /** Start of the chat, or the day's first message of a member. */
  begin: moment,
  /** The member's name in the room; null if unknown. */
  member: z.nullable(z.string()),
  /** Seconds from the first picture to the end; null for messages, and without a picture. */
  seconds: z.nullable(z.int()),
  kinds: z.array(z.enum(showKinds)),
  /** Of the chat; missing if they were the specification's. */
  prices: z.optional(chatPricesSchema),
  byKind,
  ...sums,
});
export type EarningShow = z.infer<typeof showSchema>;

const daySchema = z.object({
  /** In the operator's time zone. */
  day: z.iso.date(),
  /** Including chats of the day on other pages. */
  ...sums,
  shows: z.array(showSchema),
});
export type EarningDay = z.infer<typeof daySchema>;

const payoutSchema = z.object({
  payout: z.int(),
  /** Paid for earnings up to the end of this month. */
  month: z.string(),
  credits: z.int(),
  cents: z.int(),
  currency: z.string(),
  /** A day in the operator's time zone, as the next one. */
  paidOn: z.iso.date(),
  /** Null unless the bank transfer came back. */
  returnedOn: z.nullable(z.iso.date()),
});

const worthSchema = z.object({
  /** Cents that she is paid for 100 credits; null if the operator has named no rate. */
  rate: z.nullable(z.int()),
  /** Credits below which nothing is paid out. */
  minimum: z.int(),
  /** Earned in the month that runs. */
  running: credits,
  /** Earned so far and not paid out. */
  open: credits,
  next: z.object({
    /** Paid for earnings up to the end of this month: the last one, or the one that runs. */
    month: z.string(),
    /** Of them, earned so far. */
    credits: z.int(),
    /** The first day on which it can be paid, in the operator's time zone. */
    from: z.iso.date(),
    isPayable: z.boolean(),
    /** Whether the credits reach the minimum, and a cent. */
    isEnough: z.boolean(),
  }),
});
export type EarningWorth = z.infer<typeof worthSchema>;

export const readEarnings = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/earnings',
  summary: 'Returns what the performer earned in a month, by day and chat, from the ledger, and her payouts',
  access: 'performer',
  input: z.object({
    /** The current month by default. */
    month: z.optional(monthField),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  }),
  output: z.object({
    month: z.string(),
    /** From the first earnings to now, newest first. */
    months: z.array(z.string()),
    today: z.object(sums),
    ...sums,
    byKind,
    /** Earned before the month, and until its end. */
    opening: credits,
    closing: credits,
    /** Newest first. */
    days: z.array(daySchema),
    /** Chats in the month. */
    total: z.int(),
    /** Each day of the month, in order. */
    byDay: z.array(z.object({ day: z.iso.date(), earned: credits })),
    /** The month and the eleven before it, in order. */
    byMonth: z.array(z.object({ month: z.string(), earned: credits })),
    worth: worthSchema,
    /** Of all months, newest first. */
    payouts: z.array(payoutSchema),
  }),
  errors: ['badRequest.notFound'],
});
export type Earnings = z.infer<typeof readEarnings.output>;

/** The statement of a payout as a PDF, so not a call. Below the studio's API, with key and language in the query. */
export const payoutFile = (payout: number): string => `/api/studio/payouts/${payout}.pdf`;

/** A month as CSV, so not a call. Below the studio's API, with key, month and language in the query. */
export const EARNINGS_FILE = '/api/studio/earnings.csv';
