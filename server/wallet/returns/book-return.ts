import { eq, sql } from 'drizzle-orm';
import { creditsReturned, type ReturnKind, splitReturn } from '#contract/wallet/returns.ts';
import { balanceOf, transferUpTo } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { payDebts } from './debts.ts';
import { debts, disputes, paymentReturns } from './tables.ts';

export interface Returning {
  how: ReturnKind;
  /** Total of the payment's returns, this return included. */
  totalCents: number;
  /** Credits to take back; by default those no longer paid for. */
  credits?: number;
  /** Whether the money has already been sent; otherwise `refundWork` sends it. */
  isSent: boolean;
  at: Date;
}

export interface Returned {
  cents: number;
  /** Bought credits taken from the balance, and credits that became a debt. */
  taken: number;
  owed: number;
  balance: number;
}

/**
 * Takes back bought credits of a returned payment, which the caller has locked. The uncovered part becomes a debt,
 * which free credits may pay. Null if this total was returned before.
 */
export async function bookReturn(
  tx: Tx,
  payment: PaymentRow,
  returning: Returning,
): Promise<Returned | null> {
  const totalCents = Math.min(returning.totalCents, payment.cents);
  const cents = totalCents - payment.returnedCents;
  if (payment.state !== 'success' || cents <= 0) return null;
  const credits = await creditsLeaving(tx, payment, { ...returning, totalCents });
  const { how, at } = returning;
  const member = { kind: 'member', owner: payment.memberId } as const;
  const moved =
    credits === 0
      ? null
      : await transferUpTo(tx, {
          key: `return:${payment.id}:${totalCents}`,
          kind: how,
          from: member,
          to: { kind: 'house', owner: 'sales' },
          amount: credits,
          reference: `payment:${payment.id}`,
          at,
        });
  const { taken, owed } = splitReturn(credits, moved?.amount ?? 0);
  await store(tx, payment, {
    ...returning,
    cents,
    totalCents,
    taken,
    owed,
    transferId: moved?.transferId ?? null,
  });
  const source = `return:${payment.id}:${totalCents}`;
  const paid = owed > 0 ? await payDebts(tx, { memberId: payment.memberId, source, at }) : 0;
  const balance = paid === 0 && moved ? moved.balance : await balanceOf(tx, member);
  return { cents, taken, owed, balance };
}

/** Subtracts what earlier returns took. */
async function creditsLeaving(
  tx: Tx,
  payment: PaymentRow,
  { totalCents, credits }: Pick<Returning, 'totalCents' | 'credits'>,
): Promise<number> {
  const [row] = await tx
    .select({
      gone: sql<number>`coalesce(sum(${paymentReturns.taken} + ${paymentReturns.owed}), 0)`.mapWith(Number),
    })
    .from(paymentReturns)
    .where(eq(paymentReturns.paymentId, payment.id));
  const left = payment.credits - (row?.gone ?? 0);
  const due = totalCents === payment.cents ? left : creditsReturned(payment, totalCents) - (row?.gone ?? 0);
  return Math.min(left, Math.max(0, credits ?? due));
}

interface Step extends Omit<Returning, 'credits'> {
  cents: number;
  taken: number;
  owed: number;
  transferId: number | null;
}

async function store(tx: Tx, payment: PaymentRow, { isSent, at, ...step }: Step): Promise<void> {
  const [row] = await tx
    .insert(paymentReturns)
    .values({ ...step, paymentId: payment.id, returnedAt: at, sentAt: isSent ? at : null })
    .returning({ id: paymentReturns.id });
  if (!row) throw new Error(`Return of payment ${payment.id} was not inserted`);
  await tx.update(payments).set({ returnedCents: step.totalCents }).where(eq(payments.id, payment.id));
  if (step.how === 'chargeback') await tx.insert(disputes).values({ returnId: row.id, openedAt: at });
  if (step.owed === 0) return;
  const { memberId } = payment;
  await tx.insert(debts).values({ memberId, returnId: row.id, credits: step.owed, openedAt: at });
}
