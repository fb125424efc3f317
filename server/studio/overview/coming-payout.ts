import { pastMonths, payableFrom } from '#contract/desk/payout-calls.ts';
import type { Overview, Worth } from '#contract/studio/overview-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import { earnedByMonth } from '#server/ledger/earnings.ts';
import type { RecordRow } from '#server/performers/records/find-records.ts';
import { payoutDue } from '#server/performers/records/payout-due.ts';
import type { Deps } from '#server/ports/deps.ts';
import { paidByMonth } from '#server/wallet/payouts/reads.ts';
import { nextPayoutOf } from '../earnings/worth.ts';

type Reader = Pick<Deps, 'config' | 'db' | 'now'>;

/** Credits with what the operator pays for them. */
export const worthOf = ({ config: { payoutRate } }: Pick<Deps, 'config'>, credits: number): Worth => ({
  credits,
  cents: payoutRate === null ? null : payoutCents(credits, payoutRate),
});

/** The payout that the earnings page names; null without credits to pay. */
export async function comingPayout(deps: Reader, record: RecordRow): Promise<Overview['payout']> {
  const [lastMonth = ''] = pastMonths(deps.now(), 1);
  const earned = (await earnedByMonth(deps.db, lastMonth, record.id)).get(record.id) ?? new Map();
  const payouts = (await paidByMonth(deps.db, record.id)).get(record.id) ?? new Map();
  const paid = new Map([...payouts].map(([month, { credits }]) => [month, credits]));
  const { month, credits } = nextPayoutOf(deps, { earned, paid });
  if (credits === 0) return null;
  const from = payableFrom(month, deps.config.messageReturnHours).toISOString();
  return { month, credits, from, ...payoutDue(deps.config, record, { credits, isPayable: true }) };
}
