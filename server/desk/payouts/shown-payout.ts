import type { Payout } from '#contract/desk/payout-calls.ts';
import type { PayoutRow } from '#server/wallet/payouts/reads.ts';

export const shownPayout = (row: PayoutRow, username: string): Payout => ({
  payout: row.id,
  performer: row.performerId,
  username,
  month: row.month,
  credits: row.credits,
  rate: row.rate,
  cents: row.cents,
  currency: row.currency,
  reference: row.reference,
  by: row.paidBy,
  at: row.paidAt.toISOString(),
  returned: row.returnedAt && {
    by: row.returnedBy ?? '',
    at: row.returnedAt.toISOString(),
    reason: row.returnReason ?? '',
  },
});
