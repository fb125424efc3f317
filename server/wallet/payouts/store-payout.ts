import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type Account, ifCovered, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { PayoutRow } from './reads.ts';
import { payouts } from './tables.ts';

const house: Account = { kind: 'house', owner: 'payouts' };

const referenceOf = ({ performerId, month }: Pick<PayoutRow, 'performerId' | 'month'>): string =>
  `payout:${performerId}:${month}`;

type NewPayout = Pick<
  PayoutRow,
  'performerId' | 'month' | 'credits' | 'rate' | 'cents' | 'currency' | 'reference' | 'paidBy'
> & {
  /** Number of earlier payouts for the month, which have come back. */
  earlier: number;
  at: Date;
};

/**
 * Takes the credits and stores the payout. Lock the performer first. Throws `badRequest.payout.changed` if the balance has
 * fallen below them.
 */
export async function storePayout(tx: Tx, { earlier, at, ...payout }: NewPayout): Promise<PayoutRow> {
  const moved = await ifCovered(
    transfer(tx, {
      key: `${referenceOf(payout)}:${earlier}`,
      kind: 'payout',
      reference: referenceOf(payout),
      from: { kind: 'performer', owner: payout.performerId },
      to: house,
      amount: payout.credits,
      at,
    }),
  );
  if (!moved) throw new AppError('badRequest.payout.changed');
  const [row] = await tx
    .insert(payouts)
    .values({ ...payout, paidAt: at, transferId: moved.transferId })
    .returning();
  if (!row) throw new Error('No payout was inserted');
  return row;
}

/** Gives the credits back and notes why. Lock the payout first; it must not have come back before. */
export async function storeReturn(
  tx: Tx,
  payout: PayoutRow,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<void> {
  const { transferId } = await transfer(tx, {
    key: `payout-return:${payout.id}`,
    kind: 'payout-return',
    reference: referenceOf(payout),
    from: house,
    to: { kind: 'performer', owner: payout.performerId },
    amount: payout.credits,
    at,
  });
  // A clock that was set back may have dated the payout later than now.
  const returnedAt = at < payout.paidAt ? payout.paidAt : at;
  await tx
    .update(payouts)
    .set({ returnedBy: by, returnedAt, returnReason: reason, returnTransferId: transferId })
    .where(eq(payouts.id, payout.id));
}
