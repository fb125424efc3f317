import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { authorityOrders } from '../tables.ts';

export type Order = typeof authorityOrders.$inferSelect;

interface Step {
  by: OperatorCaller;
  at: Date;
}

/** An order of an authority. */
export const orderMachine = stateMachine<typeof authorityOrders, Step, object>({
  table: authorityOrders,
  first: 'received',
  transitions: { received: ['confirmed', 'closed'], confirmed: ['closed'], closed: [] },
  follows: { confirmed: [noteStep], closed: [noteStep] },
});

async function noteStep(_: object, tx: Tx, { rows, why: { by, at } }: Moved<typeof authorityOrders, Step>) {
  for (const { id, state } of rows) {
    const act = state === 'closed' ? 'order.closed' : 'order.confirmed';
    await recordAct(tx, by, { act, subject: `order:${id}`, at });
  }
}

type Change = Step & {
  id: number;
  /** The state that was seen; undefined in the shell. */
  version: string | undefined;
  to: 'confirmed' | 'closed';
  /** What changes with it. */
  set: Partial<Order>;
};

/** Locks an order and moves it. Throws `badRequest.notFound` and `badRequest.form.changed`. */
export async function moveOrder(tx: Tx, { id, version, to, set, ...why }: Change): Promise<void> {
  const isIt = eq(authorityOrders.id, id);
  const [found] = await tx.select().from(authorityOrders).where(isIt).for('update');
  if (!found) throw new AppError('badRequest.notFound');
  if (version !== undefined && version !== found.state) throw new AppError('badRequest.form.changed');
  // Whoever tells the effect confirms the receipt as well.
  const { confirmedAt } = found;
  const moved = await orderMachine.move({}, tx, {
    where: isIt,
    to,
    set: { ...set, confirmedAt: confirmedAt ?? why.at },
    why,
  });
  if (!moved) throw new AppError('badRequest.form.changed');
}
