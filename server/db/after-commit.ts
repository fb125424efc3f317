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
  const begin = raw.transaction.bind(raw);
  const transaction: Db['transaction'] = async (work) => {
    const [answer, acts] = await collect((add) => begin((tx) => work(withActs(tx, wakeOutbox, add))));
    for (const act of acts)
      try {
        await act();
      } catch (error) {
        onFailure(error);
      }
    return answer;
  };
  return Object.assign(raw as Omit<Raw, 'transaction'>, { transaction });
}

/** Runs a transaction and returns what it added. What a rollback leaves behind is dropped, and later additions throw. */
async function collect<Answer>(
  run: (add: (act: Act) => void) => Promise<Answer>,
): Promise<[Answer, readonly Act[]]> {
  const acts: Act[] = [];
  let isOver = false;
  const add = (act: Act): void => {
    if (isOver) throw new Error('An act was registered after the end of its transaction');
    acts.push(act);
  };
  try {
    return [await run(add), acts];
  } finally {
    isOver = true;
  }
}

function withActs(raw: Raw, wakeOutbox: () => void, afterCommit: (act: Act) => void): Tx {
  const begin = raw.transaction.bind(raw);
  const transaction: Db['transaction'] = async (work) => {
    const [answer, acts] = await collect((add) => begin((tx) => work(withActs(tx, wakeOutbox, add))));
    for (const act of acts) afterCommit(act);
    return answer;
  };
  return Object.assign(raw as Omit<Raw, 'transaction'>, {
    transaction,
    afterCommit,
    wakeOutbox: () => afterCommit(wakeOutbox),
  });
}
