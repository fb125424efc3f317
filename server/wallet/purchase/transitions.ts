import { eq, type SQL } from 'drizzle-orm';
import type { FailReason } from '#contract/wallet/payment.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Caller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import { purchaseMailWork } from '../receipts/mail-work.ts';
import { issueReceipt } from '../receipts/reads.ts';
import { payDebts } from '../returns/debts.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { type TellDeps, tellSettled } from './settled.ts';

type Settlement = { caller: Caller; at: Date } & (
  | { kind: 'bought'; balance: number }
  /** `mismatch`: paid, but not what was ordered. */
  | { kind: 'failed' | 'mismatch'; reason: FailReason }
);

type MovedPayments = Moved<typeof payments, Settlement>;

/** Null for an example, of which only the receipt follows. */
type Needs = TellDeps | null;

/** A payment of a bundle. A failed one may be paid after all, or fail for another reason. */
export const paymentMachine = stateMachine<typeof payments, Settlement, Needs>({
  table: payments,
  first: 'ready',
  transitions: {
    ready: ['success', 'failed'],
    failed: ['success', 'failed'],
    success: [],
  },
  follows: {
    success: [issueReceipts, queueMail, tell],
    failed: [tell],
  },
});

/** Transfers the credits of a payment that the caller has locked. */
export async function bookPayment(
  deps: Needs,
  tx: Tx,
  { id, memberId, credits }: PaymentRow,
  { caller, at }: { caller: Caller; at: Date },
): Promise<PaymentRow | null> {
  const result = await transfer(tx, {
    key: `purchase:${id}`,
    kind: 'purchase',
    from: { kind: 'house', owner: 'sales' },
    to: { kind: 'member', owner: memberId },
    amount: credits,
    reference: `payment:${id}`,
    at,
  });
  const debt = await payDebts(tx, { memberId, source: `payment:${id}`, at });
  return paymentMachine.move(deps, tx, {
    where: eq(payments.id, id),
    to: 'success',
    set: { failReason: null, transferId: result.transferId, debt, settledAt: at },
    why: { kind: 'bought', caller, at, balance: result.balance - debt },
  });
}

type Failure = Extract<Settlement, { reason: FailReason }>;

/** Fails the payments among these that are not paid. */
export const failPayments = (deps: TellDeps, tx: Tx, where: SQL | undefined, why: Failure) =>
  paymentMachine.moveAll(deps, tx, {
    where,
    to: 'failed',
    set: { failReason: why.reason, settledAt: why.at },
    why,
  });

async function issueReceipts(_: Needs, tx: Tx, { rows, why }: MovedPayments): Promise<void> {
  for (const { id } of rows) await issueReceipt(tx, { paymentId: id, at: why.at });
}

async function queueMail(deps: Needs, tx: Tx, { rows, why }: MovedPayments): Promise<void> {
  if (!deps) return;
  for (const { id } of rows) await addWork(tx, purchaseMailWork, { payload: { payment: id }, runAt: why.at });
}

async function tell(deps: Needs, tx: Tx, { rows, why }: MovedPayments): Promise<void> {
  if (!deps) return;
  const { caller, at, ...outcome } = why;
  for (const payment of rows) {
    const settled =
      outcome.kind === 'bought' ? { ...outcome, payment, debt: payment.debt } : { ...outcome, payment };
    await tellSettled(deps, tx, settled, { caller, at });
  }
}
