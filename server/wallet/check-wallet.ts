import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type BooksCheck, type BooksViolation, findViolations } from '#server/ledger/check-books.ts';
import { accounts, currentBalance, payoutKinds, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { phoneCalls } from './dial-in/tables.ts';
import { debts, paymentReturns } from './returns/tables.ts';
import { payments, payouts } from './tables.ts';

const back = alias(transfers, 'back');
const returned = alias(payouts, 'returned');
const [giver, taker] = [alias(accounts, 'giver'), alias(accounts, 'taker')];
const reference = sql<string>`'payout:' || ${payouts.performerId} || ':' || ${payouts.month}`;

/** Payouts whose transfers differ from them, and transfers of payouts without one. */
export async function wrongPayouts(db: Pick<Db, 'select'>): Promise<BooksViolation[]> {
  const paid = sql`('payout', ${payouts.credits}::bigint, ${reference}, 'performer', ${payouts.performerId}::text)`;
  const undone = sql`('payout-return', ${payouts.credits}::bigint, ${reference}, 'performer', ${payouts.performerId}::text)`;
  const differing = await db
    .select({ payout: reference })
    .from(payouts)
    .leftJoin(transfers, eq(transfers.id, payouts.transferId))
    .leftJoin(giver, eq(giver.id, transfers.fromAccount))
    .leftJoin(back, eq(back.id, payouts.returnTransferId))
    .leftJoin(taker, eq(taker.id, back.toAccount))
    .where(
      sql`(${transfers.kind}, ${transfers.amount}, ${transfers.reference}, ${giver.kind}, ${giver.owner})
          is distinct from ${paid}
        or (${payouts.returnTransferId} is not null
          and (${back.kind}, ${back.amount}, ${back.reference}, ${taker.kind}, ${taker.owner})
            is distinct from ${undone})`,
    );
  const unknown = await db
    .select({ payout: transfers.reference })
    .from(transfers)
    .leftJoin(payouts, eq(payouts.transferId, transfers.id))
    .leftJoin(returned, eq(returned.returnTransferId, transfers.id))
    .where(and(inArray(transfers.kind, payoutKinds), isNull(payouts.id), isNull(returned.id)));
  return [...differing, ...unknown].map(({ payout }) => ({ fault: 'payout', payout }));
}

/** Checks that the books agree with payments, returns, debts, phone calls and payouts. */
export const walletChecks: readonly BooksCheck[] = [
  wrongPayments,
  wrongReturns,
  wrongDebts,
  wrongPhoneCalls,
  wrongPayouts,
];

interface BooksState {
  readonly faults: readonly BooksViolation[];
  readonly accounts: number;
  readonly transfers: number;
  /** Sum of all balances: zero in correct books. */
  readonly total: number;
  /** Members and performers below zero: none in correct books. */
  readonly negative: number;
}

/** Checks the books without recording the result. */
export async function readBooks(db: Pick<Db, 'select'>): Promise<BooksState> {
  const faults = await findViolations(db, walletChecks);
  const balances = await db.select({ kind: accounts.kind, balance: currentBalance }).from(accounts);
  const [moved] = await db.select({ transfers: count() }).from(transfers);
  return {
    faults,
    accounts: balances.length,
    transfers: moved?.transfers ?? 0,
    total: balances.reduce((sum, { balance }) => sum + balance, 0),
    negative: balances.filter(({ kind, balance }) => kind !== 'house' && balance < 0).length,
  };
}

/** Settled calls whose performers were not paid what they earned, and unsettled ones whose performers were. */
export async function wrongPhoneCalls(db: Pick<Db, 'select'>): Promise<BooksViolation[]> {
  const paid = sql`coalesce(sum(${transfers.amount}), 0)`;
  const rows = await db
    .select({ call: phoneCalls.callId })
    .from(phoneCalls)
    .leftJoin(transfers, eq(transfers.reference, sql`'dial-in:' || ${phoneCalls.dialInId}`))
    .groupBy(phoneCalls.provider, phoneCalls.callId)
    .having(sql`${paid} <> coalesce(${phoneCalls.credits}, 0)`);
  return rows.map((row) => ({ fault: 'dial-in-call', ...row }));
}

/** Paid payments without a transfer, or with a transfer that does not match. */
export async function wrongPayments(db: Pick<Db, 'select'>): Promise<BooksViolation[]> {
  const rows = await db
    .select({ payment: payments.id })
    .from(payments)
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(accounts, eq(accounts.id, transfers.toAccount))
    .where(
      sql`${payments.state} = 'success' and (${transfers.kind}, ${transfers.amount}, ${transfers.reference}, ${accounts.kind}, ${accounts.owner})
        is distinct from ('purchase', ${payments.credits}::bigint, 'payment:' || ${payments.id}, 'member', ${payments.memberId}::text)`,
    );
  return rows.map((row) => ({ fault: 'payment', ...row }));
}

type Reading = Pick<Db, 'select'>;

/** Payments whose returns do not match: a different sum, more credits than were bought, or another transfer. */
async function wrongReturns(db: Reading): Promise<BooksViolation[]> {
  const gone = sql`coalesce(sum(${paymentReturns.taken} + ${paymentReturns.owed}), 0)`;
  const rows = await db
    .select({ payment: payments.id })
    .from(payments)
    .leftJoin(paymentReturns, eq(paymentReturns.paymentId, payments.id))
    .leftJoin(transfers, eq(transfers.id, paymentReturns.transferId))
    .where(sql`${payments.returnedCents} > 0 or ${paymentReturns.id} is not null`)
    .groupBy(payments.id)
    .having(sql`coalesce(sum(${paymentReturns.cents}), 0) <> ${payments.returnedCents}
      or ${gone} > ${payments.credits}
      or (${payments.returnedCents} = ${payments.cents} and ${gone} <> ${payments.credits})
      or bool_or(${paymentReturns.taken} > 0 and (${transfers.kind}, ${transfers.amount}, ${transfers.reference})
        is distinct from (${paymentReturns.how}, ${paymentReturns.taken}::bigint, 'payment:' || ${payments.id}))`);
  return rows.map((row) => ({ fault: 'return', ...row }));
}

/**
 * Missing debts, debts of another amount than their return left, and debts whose payments do not match their transfers.
 */
async function wrongDebts(db: Reading): Promise<BooksViolation[]> {
  const paid = sql`(select coalesce(sum(${transfers.amount}), 0) from ${transfers}
    where ${transfers.kind} = 'debt' and ${transfers.reference} = 'debt:' || ${debts.id})`;
  const rows = await db
    .select({ return: paymentReturns.id })
    .from(paymentReturns)
    .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
    .where(
      sql`${paymentReturns.owed} <> coalesce(${debts.credits}, 0) or (${debts.id} is not null and ${debts.paid} <> ${paid})`,
    );
  return rows.map((row) => ({ fault: 'debt', ...row }));
}
