import { eq } from 'drizzle-orm';
import type { DisputeState } from '#contract/wallet/returns.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { paymentOfReturn } from './disputes.ts';
import { type DisputeRow, disputes } from './tables.ts';

interface Answer {
  by: OperatorCaller;
  at: Date;
}

/** A payment that a bank has charged back: what operators say of it. Money and credits moved with the return. */
export const disputeMachine = stateMachine<typeof disputes, Answer, object>({
  table: disputes,
  first: 'open',
  transitions: {
    open: ['contested', 'accepted'],
    contested: ['won', 'lost'],
    accepted: [],
    won: [],
    lost: [],
  },
  follows: { contested: [record], accepted: [record], won: [record], lost: [record] },
});

/** Whether the state of the dispute, which the caller has locked, allowed it. */
export async function answerDispute(
  tx: Tx,
  { id }: Pick<DisputeRow, 'id'>,
  { state, by, at }: Answer & { state: DisputeState },
): Promise<boolean> {
  const set = { movedBy: by.name, movedAt: at };
  const moved = await disputeMachine.move({}, tx, {
    where: eq(disputes.id, id),
    to: state,
    set,
    why: { by, at },
  });
  return moved !== null;
}

async function record(_: object, tx: Tx, { rows, why }: Moved<typeof disputes, Answer>): Promise<void> {
  for (const { returnId, state } of rows) {
    const { payment, memberId, cents } = await paymentOfReturn(tx, returnId);
    await recordAct(tx, why.by, {
      act: 'dispute.moved',
      memberId,
      subject: `payment:${payment}`,
      details: { dispute: state, cents },
      at: why.at,
    });
  }
}
