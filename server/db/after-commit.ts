import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db, Moved, Tx } from '#server/ports/database.ts';

type Act = () => unknown;
type Raw = PgDatabase<PgQueryResultHKT>;

export interface AfterCommit {
  /** Nothing by default: the product's timer finds the work. */
  wakeOutbox?: () => void;
  /** Takes the movements of credits of a transaction; must not wait for the database. Nothing by default. */
  tellMoved?: (moved: readonly Moved[]) => void;
  /** Takes the error of an act. By default it is uncaught. */
  onFailure?: (error: unknown) => void;
}

export interface Driver {
  /** Whether a connection takes a statement while another one runs. */
  pipelines: boolean;
}

export const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** The only function that commits: its transactions collect acts, which run when the outermost one has committed. */
export function collectActs(
  raw: Raw,
  { wakeOutbox = () => {}, tellMoved = () => {}, onFailure = throwUncaught }: AfterCommit = {},
  { pipelines }: Driver = { pipelines: false },
): Db {
  const transaction = collecting(raw, { wakeOutbox, tellMoved, pipelines }, async (acts) => {
    for (const act of acts)
      try {
        await act();
      } catch (error) {
        onFailure(error);
      }
  });
  return Object.assign(raw as Omit<Raw, 'transaction'>, { transaction });
}

type Listeners = Required<Pick<AfterCommit, 'wakeOutbox' | 'tellMoved'>> & Driver;

/** Transactions that deliver what they collected. A rollback drops it, and what is registered later throws. */
function collecting(
  raw: Raw,
  listeners: Listeners,
  deliver: (acts: readonly Act[]) => unknown,
): Db['transaction'] {
  const begin = raw.transaction.bind(raw);
  return async (work) => {
    const acts: Act[] = [];
    const answers: Promise<unknown>[] = [];
    let isOver = false;
    const afterCommit = (act: Act): void => {
      if (isOver) throw new Error('An act was registered after the end of its transaction');
      acts.push(act);
    };
    const last = async (answer: Promise<unknown>): Promise<void> => {
      if (!listeners.pipelines) await answer;
      // Also handled if the transaction fails before.
      answer.catch(() => {});
      answers.push(answer);
    };
    const answer = await begin((tx) => work(withActs(tx, listeners, { afterCommit, last }))).finally(() => {
      isOver = true;
    });
    // After a statement that failed, PostgreSQL answers a commit by rolling back, without an error.
    await Promise.all(answers);
    await deliver(acts);
    return answer;
  };
}

function withActs(
  raw: Raw,
  listeners: Listeners,
  { afterCommit, last }: Pick<Tx, 'afterCommit' | 'last'>,
): Tx {
  // A nested transaction hands its acts to the outer one, and waits for its statements: its savepoint may be rolled back.
  const transaction = collecting(raw, { ...listeners, pipelines: false }, (acts) =>
    acts.forEach(afterCommit),
  );
  return Object.assign(raw as Omit<Raw, 'transaction'>, {
    transaction,
    afterCommit,
    last,
    wakeOutbox: () => afterCommit(listeners.wakeOutbox),
    tellMoved: (moved: readonly Moved[]) => afterCommit(() => listeners.tellMoved(moved)),
  });
}
