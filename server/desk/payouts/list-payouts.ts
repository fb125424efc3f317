import {
  type DuePayout,
  type listPayouts as listPayoutsCall,
  type listPerformerPayouts as listPerformerPayoutsCall,
  openFor,
  type Payout,
  paidVersion,
  payableFrom,
  payoutVersion,
} from '#contract/desk/money/payout-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { earnedByMonth } from '#server/ledger/earnings.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { type RecordRow, recordsOf } from '#server/performers/records/find-records.ts';
import { payoutDue } from '#server/performers/records/payout-due.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import {
  type MonthPaid,
  type PayoutRow,
  paidByMonth,
  payoutsIn,
  payoutsOf,
} from '#server/wallet/payouts/reads.ts';
import { transfersFor } from './bank-file.ts';

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
  version: versionOfPaid(row),
});

export const versionOfPaid = ({ performerId: performer, month, cents, reference }: PayoutRow): string =>
  paidVersion({ performer, month, cents, reference });

interface Wanted {
  month: string;
  /** Only this performer. */
  only?: number;
}

interface Due extends DuePayout {
  /** Payouts for the month that have come back. */
  earlier: number;
}

/** What performers are owed for a month, sorted by name. Leaves out those who are paid already or are owed nothing. */
export async function duePayouts(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { month, only }: Wanted,
): Promise<Due[]> {
  const earned = await earnedByMonth(deps.db, month, only);
  const paid = await paidByMonth(deps.db, only);
  const owed = [...earned].flatMap(([performerId, byMonth]) => {
    const months = paid.get(performerId) ?? new Map<string, MonthPaid>();
    const earlier = months.get(month)?.payouts ?? 0;
    const kept = new Map([...months].map(([one, { credits }]) => [one, credits]));
    const credits = openFor(month, byMonth, kept);
    return credits > 0 ? [{ performerId, credits, earlier }] : [];
  });
  const records = await recordsOf(
    deps.db,
    owed.map(({ performerId }) => performerId),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  return owed
    .flatMap(({ performerId, ...one }) => {
      const record = byId.get(performerId);
      return record ? [dueOf(deps, month, { ...one, record })] : [];
    })
    .sort((one, next) => one.username.localeCompare(next.username));
}

function dueOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  month: string,
  { record, credits, earlier }: { record: RecordRow; credits: number; earlier: number },
): Due {
  const isPayable = payableFrom(month, config.messageReturnHours) <= now();
  const { cents, stop } = payoutDue(config, record, { credits, isPayable, now: now() });
  const version = payoutVersion(earlier, credits, config.payoutRate);
  return { performer: record.id, username: record.username, credits, cents, stop, version, earlier };
}

export async function listPayouts(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { month }: { month: string },
): Promise<OutputOf<typeof listPayoutsCall>> {
  requireOperator(caller);
  const due = await duePayouts(deps, { month });
  const rows = await payoutsIn(deps.db, month);
  const names = await performersFor(deps, inHouse).names(rows.map(({ performerId }) => performerId));
  const { payoutRate: rate, payoutMinimum: minimum, messageReturnHours } = deps.config;
  const from = payableFrom(month, messageReturnHours);
  const { transfers, without } = await transfersFor(deps, month, due);
  return {
    rate,
    minimum,
    isPayable: from <= deps.now(),
    payableFrom: from.toISOString(),
    bank: deps.config.payoutAccount && {
      count: transfers.length,
      cents: transfers.reduce((sum, { cents }) => sum + cents, 0),
      without: [...without],
    },
    due: due.map(({ earlier: _, ...one }) => one),
    payouts: rows.map((row) => shownPayout(row, names.get(row.performerId) ?? '')),
  };
}

export async function listPerformerPayouts(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { performer }: { performer: number },
): Promise<OutputOf<typeof listPerformerPayoutsCall>> {
  requireOperator(caller);
  const rows = await payoutsOf(deps.db, performer);
  const names = await performersFor(deps, inHouse).names([performer]);
  return { result: rows.map((row) => shownPayout(row, names.get(performer) ?? '')) };
}
