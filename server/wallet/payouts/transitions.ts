import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, momentMachine } from '#server/db/state-machine.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { type Account, ifCovered, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import { payouts } from '../tables.ts';
import type { PayoutRow } from './reads.ts';

interface Return {
  by: OperatorCaller;
  at: Date;
}

/** A month's payout to a performer, whose bank transfer may come back. */
export const payoutMachine = momentMachine<typeof payouts, 'paid' | 'returned', Return, object>({
  table: payouts,
  moments: { paid: [], returned: ['returnedAt', 'returnTransferId'] },
  first: 'paid',
  transitions: { paid: ['returned'], returned: [] },
  follows: { returned: [recordReturn] },
});

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
export async function storeReturn(tx: Tx, payout: PayoutRow, { by, at }: Return): Promise<void> {
  const { transferId } = await transfer(tx, {
    key: `payout-return:${payout.id}`,
    kind: 'payout-return',
    reference: referenceOf(payout),
    from: house,
    to: { kind: 'performer', owner: payout.performerId },
    amount: payout.credits,
    at,
  });
  await payoutMachine.move({}, tx, {
    where: eq(payouts.id, payout.id),
    to: 'returned',
    set: {
      returnedBy: by.name,
      returnedAt: at,
      returnReason: by.reason ?? '',
      returnTransferId: transferId,
    },
    why: { by, at },
  });
}

async function recordReturn(_: object, tx: Tx, { rows, why }: Moved<typeof payouts, Return>): Promise<void> {
  for (const { performerId, credits, cents } of rows)
    await recordAct(tx, why.by, {
      act: 'payout.returned',
      subject: `performer:${performerId}`,
      details: { credits, cents },
      at: why.at,
    });
}
