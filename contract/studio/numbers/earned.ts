import * as z from 'zod/mini';
import type { PaysFrom } from '../../chat/room/sanction-calls.ts';
import { payoutCents } from '../../wallet/prices.ts';
import type { EarningKind } from './earnings-calls.ts';

const credits = z.int();

/** What a performer has earned, in credits, from the ledger at one moment. */
export const earnedTotalsSchema = z.object({
  /** Since she went live; null while she is offline. */
  stream: z.nullable(credits),
  /** Since midnight, and in the month, in the operator's time zone. */
  day: credits,
  month: credits,
  /** The month, as `2026-11`. */
  of: z.string(),
  /** Entries of the month: of two answers the one with more of them is newer. */
  entries: z.int(),
  /** ms until the day ends. */
  dayLeftMs: z.int(),
  /** Cents that she is paid for 100 credits; null if the operator has named no rate. */
  rate: z.nullable(z.int()),
});
export type EarnedTotals = z.infer<typeof earnedTotalsSchema>;

/** The newer of two: answers and pushes may overtake each other. */
export const newerTotals = (known: EarnedTotals | null, other: EarnedTotals): EarnedTotals =>
  known && (known.of > other.of || (known.of === other.of && known.entries > other.entries)) ? known : other;

/** Euro that a performer is paid for credits, which may be below zero; null without a rate in cents for 100 credits. */
export const euroOf = (credits: number, rate: number | null): number | null =>
  rate === null ? null : (Math.sign(credits) * payoutCents(Math.abs(credits), rate)) / 100;

/** Movements of one kind that were booked together: earned, or given back if `credits` is below zero. */
export interface EarnedMove {
  readonly kind: EarningKind;
  readonly credits: number;
  readonly count: number;
}

/** What a viewer's credits carry now. */
export interface Pays {
  readonly session: string;
  readonly paysFrom: PaysFrom;
}

/** To a performer's own sockets. */
export interface EarnedPushes {
  /** Credits were earned or given back. */
  'studio-earned': { readonly totals: EarnedTotals; readonly moved: readonly EarnedMove[] };
  /** Credits of viewers have moved, here or elsewhere; `requests` are their VIP requests, as far as they wait. */
  'studio-pays': {
    readonly viewers: readonly Pays[];
    readonly requests: readonly { readonly request: string; readonly paysFrom: PaysFrom }[];
  };
}
