import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { operatorCaller, systemCaller } from '#server/identity/caller.ts';
import { transfers } from '#server/ledger/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makePerformer } from '#server/testing/make.ts';
import { movesAmong, type TryMove } from '#server/testing/open-test-db.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { payoutMachine } from './payouts/transitions.ts';
import { open } from './purchase/testing.ts';
import { paymentMachine } from './purchase/transitions.ts';
import { payments, payouts } from './tables.ts';

const at = new Date('2026-01-01T12:00:00Z');

describe.each(databaseKinds())('the states of money on $name', (database) => {
  const test = startTestApp({ on: database });
  /** Ids of transfers that no payment or payout has. */
  const spareTransfers = async () => {
    await aMember(test, 100);
    await aMember(test, 100);
    const rows = await test.deps.db.select({ id: transfers.id }).from(transfers).orderBy(transfers.id);
    return rows.slice(-2).map(({ id }) => id);
  };

  it('of a payment follow their table', async () => {
    const { payment } = await open(test, await aMember(test));
    const [transferId = 0] = await spareTransfers();
    const columns = {
      ready: { failReason: null, transferId: null, settledAt: null },
      failed: { failReason: 308, transferId: null, settledAt: at },
      success: { failReason: null, transferId, settledAt: at },
    } as const;
    const where = eq(payments.id, payment);
    class UndoError extends Error {}
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      await tx
        .update(payments)
        .set({ ...columns[from], state: from })
        .where(where);
      let hasMoved = false;
      await tx
        .transaction(async (inner) => {
          const why = { kind: 'failed', reason: 308, caller: systemCaller, at } as const;
          const set = columns[to];
          hasMoved = (await paymentMachine.move(null, inner, { where, to, set, why })) !== null;
          // Receipts are issued once.
          throw new UndoError();
        })
        .catch((error: unknown) => {
          if (!(error instanceof UndoError)) throw error;
        });
      return hasMoved;
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual([
      'ready → failed',
      'ready → success',
      'failed → failed',
      'failed → success',
    ]);
  });

  it('of a payout follow their table', async () => {
    const performerId = await makePerformer(test.deps);
    const [transferId = 0, returnTransferId = 0] = await spareTransfers();
    const columns = {
      paid: { returnedAt: null, returnTransferId: null, returnedBy: null, returnReason: null },
      returned: { returnedAt: at, returnTransferId, returnedBy: 'els', returnReason: 'closed account' },
    };
    const why = { by: operatorCaller('els', 'closed account'), at };
    const tryMove: TryMove<keyof typeof columns> = async (tx, from, to) => {
      const [row] = await tx
        .insert(payouts)
        .values({
          performerId,
          month: '2025-11',
          credits: 1000,
          rate: 50,
          cents: 500,
          currency: 'EUR',
          reference: 'November',
          paidBy: 'els',
          paidAt: at,
          transferId,
          ...columns[from],
        })
        .returning({ id: payouts.id });
      const where = eq(payouts.id, row?.id ?? 0);
      const moved = await payoutMachine.move({}, tx, { where, to, set: columns[to], why });
      await tx.delete(payouts).where(where);
      return moved !== null;
    };
    expect(await movesAmong(test.deps.db, columns, tryMove)).toEqual(['paid → returned']);
  });
});
