import * as z from 'zod/mini';
import type { OperatorRole } from '../roles.ts';

/** Acts with which an operator could enrich somebody, or take data out of the house. */
export const valueActs = [
  'goodwill',
  'refund',
  'payout',
  'payout-return',
  'approval',
  'record',
  'export',
] as const;
export type ValueAct = (typeof valueActs)[number];

/** What one operator may do without a second one, in cents, or in acts if the act has no price. */
export interface ValueLimit {
  /** In one act, and to the same member on a day, whoever acts. */
  readonly one: number;
  /** On a day in the operator's time zone. */
  readonly day: number;
}
export type DeskLimits = Readonly<Record<ValueAct, ValueLimit>>;

interface ActOfValue {
  readonly unit: 'cents' | 'acts';
  /** Roles besides owners that may do it, and that may approve what a colleague asked for. */
  readonly asks: readonly OperatorRole[];
  readonly seconds: readonly OperatorRole[];
  /** Unless DESK_LIMITS says otherwise. */
  readonly limit: ValueLimit;
}

export const actsOfValue: Readonly<Record<ValueAct, ActOfValue>> = {
  goodwill: {
    unit: 'cents',
    asks: ['support', 'finance'],
    seconds: ['finance'],
    limit: { one: 2_500, day: 10_000 },
  },
  refund: {
    unit: 'cents',
    asks: ['support', 'finance'],
    seconds: ['finance'],
    limit: { one: 5_000, day: 25_000 },
  },
  payout: { unit: 'cents', asks: ['finance'], seconds: ['finance'], limit: { one: 100_000, day: 500_000 } },
  'payout-return': {
    unit: 'cents',
    asks: ['finance'],
    seconds: ['finance'],
    limit: { one: 100_000, day: 500_000 },
  },
  approval: { unit: 'acts', asks: ['moderator'], seconds: ['moderator'], limit: { one: 1, day: 20 } },
  record: { unit: 'acts', asks: ['moderator'], seconds: [], limit: { one: 1, day: 20 } },
  export: { unit: 'acts', asks: ['finance'], seconds: ['finance'], limit: { one: 1, day: 10 } },
};

export const defaultLimits: DeskLimits = {
  goodwill: actsOfValue.goodwill.limit,
  refund: actsOfValue.refund.limit,
  payout: actsOfValue.payout.limit,
  'payout-return': actsOfValue['payout-return'].limit,
  approval: actsOfValue.approval.limit,
  record: actsOfValue.record.limit,
  export: actsOfValue.export.limit,
};

/** What was done on a day without a second operator. */
interface DoneToday {
  /** By this operator. */
  readonly alone: number;
  /** For the same member, by all operators, also with a second one; 0 for acts that concern no member. */
  readonly received: number;
}

export const fitsLimit = (value: number, { alone, received }: DoneToday, { one, day }: ValueLimit): boolean =>
  received + value <= one && alone + value <= day;

/** What credits from the house are worth: at the price of the dearest bundle, rounded up. */
export const centsOfCredits = (
  credits: number,
  bundles: readonly { readonly cents: number; readonly credits: number }[],
): number => Math.max(0, ...bundles.map((one) => Math.ceil((credits * one.cents) / one.credits)));

/** Identifies one filled-in form: the same key is the same act, however often it arrives. */
export const formKeyField = z.string().check(z.regex(/^[\w-]{8,64}$/));

/** The answer to an act of value: either its result, or the number of the request that waits for a second operator. */
export const guardedOutput = <Type extends z.ZodMiniType>(result: Type) =>
  z.object({ request: z.nullable(z.int()), result: z.nullable(result) });
