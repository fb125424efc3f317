import { type PayoutStop, stopOf } from '#contract/desk/money/payout-calls.ts';
import { sellerStateOf } from '#contract/tax/seller.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { RecordRow } from './find-records.ts';

/** What a performer is paid for the credits that she is owed, and what stops it; `cents` are null without a rate. */
export function payoutDue(
  { payoutRate: rate, payoutMinimum: minimum, identityRequired, sellerDays }: Deps['config'],
  record: RecordRow,
  { credits, isPayable, now }: { credits: number; isPayable: boolean; now: Date },
): { cents: number | null; stop: PayoutStop | null } {
  const cents = rate === null ? null : payoutCents(credits, rate);
  const stop = stopOf({
    credits,
    cents,
    minimum,
    isPayable,
    lacksIdentity: identityRequired && record.approvedAt === null,
    lacksDetails: sellerStateOf(record, sellerDays, now) === 'held',
    isSuspended: record.suspendedAt !== null,
    isRemoved: record.removedAt !== null,
  });
  return { cents, stop };
}
