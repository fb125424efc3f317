import { and, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** A table whose rows have a `state`. */
export type StateTable = PgTable & { state: PgColumn; $inferSelect: { state: string } };
type StateOf<Table extends StateTable> = Table['$inferSelect']['state'];

/** Rows that have just reached a state, as stored. */
export interface Moved<Table extends StateTable, Why> {
  rows: readonly Table['$inferSelect'][];
  /** What the rows do not tell; given with the move. */
  why: Why;
}

/** Runs in the transaction, once for all rows; pushes and events wait for the commit (`tx.afterCommit`). */
type Follow<Table extends StateTable, Why, Needs> = (
  deps: Needs,
  tx: Tx,
  moved: Moved<Table, Why>,
) => unknown;

interface Declaration<Table extends StateTable, Why, Needs> {
  readonly table: Table;
  /** State of a new row. */
  readonly first: StateOf<Table>;
  readonly transitions: { readonly [From in StateOf<Table>]: readonly StateOf<Table>[] };
  /** What follows when rows reach a state, in order. */
  readonly follows: { readonly [To in StateOf<Table>]?: readonly Follow<Table, Why, Needs>[] };
}

interface Change<Table extends StateTable> {
  where: SQL | undefined;
  to: StateOf<Table>;
  /** Other columns that change with the state. */
  set?: Omit<PgUpdateSetSource<Table>, 'state'>;
}

type Move<Table extends StateTable, Why> = Change<Table> &
  (undefined extends Why ? { why?: Why } : { why: Why });

export interface StateMachine<Table extends StateTable, Why, Needs = Deps>
  extends Declaration<Table, Why, Needs> {
  /** Moves one row; null if none fits, or its state does not allow it. */
  move(deps: Needs, tx: Tx, move: Move<Table, Why>): Promise<Table['$inferSelect'] | null>;
  /** Moves the rows whose state allows it, in one statement. */
  moveAll(deps: Needs, tx: Tx, move: Move<Table, Why>): Promise<Table['$inferSelect'][]>;
  /**
   * Returns `to`, for a caller that stores it with other columns of locked rows (`updateAll`); nothing follows. Throws if
   * the table does not allow it.
   */
  next<To extends StateOf<Table>>(from: StateOf<Table>, to: To): To;
}

/**
 * The only writer of a table's `state`, declared in a file `transitions.ts` (docs/states.md). Of two acts at once, one
 * moves a row.
 */
export function stateMachine<Table extends StateTable, Why = undefined, Needs = Deps>(
  declared: Declaration<Table, Why, Needs>,
): StateMachine<Table, Why, Needs> {
  const { table, transitions, follows } = declared;
  const sourcesOf = (to: StateOf<Table>) =>
    Object.entries<readonly string[]>(transitions).flatMap(([from, targets]) =>
      targets.includes(to) ? [from] : [],
    );
  const moveAll: StateMachine<Table, Why, Needs>['moveAll'] = async (deps, tx, move) => {
    const { where, to, set, why } = move as Change<Table> & { why: Why };
    if (!where) throw new Error(`A move to ${to} needs a condition`);
    const rows = (await tx
      .update(table)
      .set({ ...set, state: to } as PgUpdateSetSource<Table>)
      .where(and(where, inArray(table.state, sourcesOf(to))))
      .returning()) as Table['$inferSelect'][];
    if (rows.length > 0) for (const follow of follows[to] ?? []) await follow(deps, tx, { rows, why });
    return rows;
  };
  return {
    ...declared,
    moveAll,
    move: async (deps, tx, move) => (await moveAll(deps, tx, move))[0] ?? null,
    next(from, to) {
      if (transitions[from].includes(to)) return to;
      throw new Error(`A row that is ${from} must not become ${to}`);
    },
  };
}
