import type { Db, Tx } from '#server/ports/database.ts';

/** Stores a row in one state, moves it to another, and returns whether it moved. */
export type TryMove<State> = (tx: Tx, from: State, to: State) => Promise<boolean>;

/** The moves that change a row, of all from each state to each. `columns` are those that a state needs. */
export async function movesAmong<State extends string>(
  db: Db,
  columns: Readonly<Record<State, object>>,
  tryMove: TryMove<State>,
): Promise<string[]> {
  const states = Object.keys(columns) as State[];
  const found: string[] = [];
  for (const from of states)
    for (const to of states)
      if (await db.transaction((tx) => tryMove(tx, from, to))) found.push(`${from} → ${to}`);
  return found;
}
