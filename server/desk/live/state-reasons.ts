import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { actOnCase } from '#server/safety/reports/act-on-case.ts';
import { stepsOf } from '#server/safety/reports/case-reads.ts';
import type { Reported } from '#server/safety/reports/store-report.ts';
import { type TellDeps, tellOutcome } from '../reports/tell-outcome.ts';

export type StateDeps = Pick<Deps, 'db' | 'now'> & TellDeps;

interface Stated {
  reported: Reported;
  /** Name of the operator. */
  by: string;
  statement: string;
  at: Date;
}

/**
 * Decides the case about a person by action in the transaction of a cut, and queues the statement of reasons with its
 * link to appeal.
 */
export async function stateReasons(deps: TellDeps, tx: Tx, stated: Stated): Promise<void> {
  const { statement, at } = stated;
  const { before, decided, reopen } = await actOnCase(tx, stated);
  const steps = await stepsOf(tx, decided.id);
  const history = steps.filter(({ version }) => version <= before.version);
  await tellOutcome(deps, tx, { after: decided, outcome: 'action', statement, history, at });
  await reopen();
}
