import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/ports/database.ts';

type Act = () => unknown;
type Raw = PgDatabase<PgQueryResultHKT>;

export interface AfterCommit {
  /** Nothing by default: the product's timer finds the work. */
  wakeOutbox?: () => void;
  /** Takes the error of an act. By default it is uncaught. */
  onFailure?: (error: unknown) => void;
}

export const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** The only function that commits: its transactions collect acts, which run when the outermost one has committed. */
export function collectActs(
  raw: Raw,
  { wakeOutbox = () => {}, onFailure = throwUncaught }: AfterCommit = {},
): Db {
  const transaction = collecting(raw, wakeOutbox, async (acts) => {
    for (const act of acts)
      try {
        await act();
      } catch (error) {
        onFailure(error);
      }
  });
  return Object.assign(raw as Omit<Raw, 'transaction'>, { transaction });
}

/** Transactions that deliver what they collected. A rollback drops it, and what is registered later throws. */
function collecting(
  raw: Raw,
  wakeOutbox: () => void,
  deliver: (acts: readonly Act[]) => unknown,
): Db['transaction'] {
  const begin = raw.transaction.bind(raw);
  return async (work) => {
    const acts: Act[] = [];
    let isOver = false;
    const afterCommit = (act: Act): void => {
      if (isOver) throw new Error('An act was registered after the end of its transaction');
      acts.push(act);
    };
    const answer = await begin((tx) => work(withActs(tx, wakeOutbox, afterCommit))).finally(() => {
      isOver = true;
    });
    await deliver(acts);
    return answer;
  };
}

function withActs(raw: Raw, wakeOutbox: () => void, afterCommit: (act: Act) => void): Tx {
  // A nested transaction hands its acts to the outer one.
  const transaction = collecting(raw, wakeOutbox, (acts) => acts.forEach(afterCommit));
  return Object.assign(raw as Omit<Raw, 'transaction'>, {
    transaction,
    afterCommit,
    wakeOutbox: () => afterCommit(wakeOutbox),
  });
}
