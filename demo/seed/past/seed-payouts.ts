import { randomUUID } from 'node:crypto';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { payOut } from '#server/desk/payouts/pay-out.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Marks a month as paid to every performer who was owed something. */
export async function seedPayouts(
  { config, tx }: Pick<Deps, 'config'> & { tx: Tx },
  month: string,
  at: Date,
): Promise<void> {
  const deps = { config, db: tx, newId: randomUUID, now: () => at };
  const caller = operatorCaller('demo', `month ${month}`);
  for (const { performer, username, version, stop } of await duePayouts(deps, { month }))
    if (stop === null)
      await payOut(deps, caller, { performer, month, version, reference: `${month} ${username}` });
}
