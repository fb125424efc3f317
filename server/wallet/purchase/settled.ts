import type { FailReason } from '#contract/wallet/payment.ts';
import type { ReturnKind } from '#contract/wallet/returns.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Returned } from '../returns/book-return.ts';
import type { PaymentRow } from '../tables.ts';

export type Settled =
  /** `debt`: how many of these credits paid a debt. */
  | { kind: 'bought'; payment: PaymentRow; balance: number; debt: number }
  | { kind: 'failed'; payment: PaymentRow; reason: FailReason }
  /** Paid, but differs from the order: an operator has to check. */
  | { kind: 'mismatch'; payment: PaymentRow; reason: FailReason }
  /** Money was returned, and credits with it. */
  | ({ kind: 'returned'; payment: PaymentRow; how: ReturnKind } & Returned)
  /** The provider reports a failure after a payment without a return of money: an operator has to check. */
  | { kind: 'reversed'; payment: PaymentRow };

export type TellDeps = Pick<Deps, 'events' | 'push'>;

const acts = {
  bought: 'payment.booked',
  failed: 'payment.failed',
  mismatch: 'payment.mismatch',
  reversed: 'payment.reversed',
  returned: 'payment.returned',
} as const;

/** Writes the audit row; after the commit it records the event and tells the member. */
export async function tellSettled(
  deps: TellDeps,
  tx: Tx,
  settled: Settled,
  { caller, at }: { caller: Caller; at: Date },
): Promise<void> {
  const { id, memberId } = settled.payment;
  await recordAct(tx, caller, { act: acts[settled.kind], memberId, subject: `payment:${id}`, at });
  tx.afterCommit(() => {
    record(deps, settled);
    push(deps, settled);
  });
}

function record({ events }: TellDeps, settled: Settled): void {
  const { id: payment, cents, credits } = settled.payment;
  switch (settled.kind) {
    case 'failed':
      events.record('payment.failed', { payment, reason: settled.reason });
      return;
    case 'returned': {
      const { how, cents, taken, owed } = settled;
      events.record('payment.returned', { payment, how, cents, taken, owed });
      return;
    }
    default:
      events.record(acts[settled.kind], { payment, cents, credits });
  }
}

function push({ push }: TellDeps, settled: Settled): void {
  const { id: payment, memberId, credits } = settled.payment;
  switch (settled.kind) {
    case 'bought': {
      const { balance, debt } = settled;
      push.toMember(memberId, 'updated-credits', { credits: balance });
      push.toMember(memberId, 'bundle-bought', { payment, credits, balance, debt });
      return;
    }
    case 'returned':
      push.toMember(memberId, 'updated-credits', { credits: settled.balance });
      return;
    case 'failed':
    case 'mismatch':
      push.toMember(memberId, 'payment-failed', { action: 'purchase', payment, reason: settled.reason });
      return;
    case 'reversed':
      return;
  }
}
