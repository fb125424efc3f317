import type { Db, Tx } from '#server/ports/database.ts';

/** Commits, but runs nothing of what follows: the process dies right after the commit. */
export function dyingDb(db: Db): Db {
  const transaction: Db['transaction'] = (work) =>
    db.transaction((tx) => work(Object.create(tx, { afterCommit: { value: () => {} } }) as Tx));
  return Object.create(db, { transaction: { value: transaction } }) as Db;
}
