import { and, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** A table whose rows have a `state`. */
export type StateTable = PgTable & { state: PgColumn; $inferSelect: { state: string } };
type StateOf<Table extends StateTable> = Table['$inferSelect']['state'];
type ColumnOf<Table extends PgTable> = keyof Table['$inferSelect'] & string;

/** Rows that have just reached a state, as stored. */
export interface Moved<Table extends PgTable, Why> {
  rows: readonly Table['$inferSelect'][];
  /** What the rows do not tell; given with the move. */
  why: Why;
}

/** Runs in the transaction, once for all rows; pushes and events wait for the commit (`tx.afterCommit`). */
type Follow<Table extends PgTable, Why, Needs> = (deps: Needs, tx: Tx, moved: Moved<Table, Why>) => unknown;

interface Declaration<Table extends PgTable, State extends string, Why, Needs> {
  readonly table: Table;
  /** State of a new row. */
  readonly first: State;
  readonly transitions: { readonly [From in State]: readonly State[] };
  /** What follows when rows reach a state, in order. */
  readonly follows: { readonly [To in State]?: readonly Follow<Table, Why, Needs>[] };
}

interface MomentDeclaration<Table extends PgTable, State extends string, Why, Needs>
  extends Declaration<Table, State, Why, Needs> {
  /** Which of the table's states they are, if it has several. */
  readonly of?: string;
  /** Columns that are set in a state; the others named here are null in it. */
  readonly moments: { readonly [Of in State]: readonly ColumnOf<Table>[] };
}

interface Change<Table extends PgTable, State extends string> {
  where: SQL | undefined;
  to: State;
  /** Other columns that change with the state. */
  set?: Omit<PgUpdateSetSource<Table>, 'state'>;
}

type Move<Table extends PgTable, State extends string, Why> = Change<Table, State> &
  (undefined extends Why ? { why?: Why } : { why: Why });

interface Machine<Table extends PgTable, State extends string, Why, Needs>
  extends Declaration<Table, State, Why, Needs> {
  /** Moves one row; null if none fits, or its state does not allow it. */
  move(deps: Needs, tx: Tx, move: Move<Table, State, Why>): Promise<Table['$inferSelect'] | null>;
  /** Moves the rows whose state allows it, in one statement. */
  moveAll(deps: Needs, tx: Tx, move: Move<Table, State, Why>): Promise<Table['$inferSelect'][]>;
}

export interface StateMachine<Table extends StateTable, Why, Needs = Deps>
  extends Machine<Table, StateOf<Table>, Why, Needs> {
  /**
   * Returns `to`, for a caller that stores it with other columns of locked rows (`updateAll`); nothing follows. Throws if
   * the table does not allow it.
   */
  next<To extends StateOf<Table>>(from: StateOf<Table>, to: To): To;
}

export type MomentMachine<Table extends PgTable, State extends string, Why, Needs = Deps> = Machine<
  Table,
  State,
  Why,
  Needs
> &
  MomentDeclaration<Table, State, Why, Needs>;

/**
 * The only writer of a table's `state`, declared in a file `transitions.ts` (docs/states.md). Of two acts at once, one
 * moves a row.
 */
export function stateMachine<Table extends StateTable, Why = undefined, Needs = Deps>(
  declared: Declaration<Table, StateOf<Table>, Why, Needs>,
): StateMachine<Table, Why, Needs> {
  const { table, transitions } = declared;
  return {
    ...declared,
    ...movesOf(declared, {
      isIn: (states) => inArray(table.state, states),
      columnsOf: (state) => ({ state }),
    }),
    next(from, to) {
      if (transitions[from].includes(to)) return to;
      throw new Error(`A row that is ${from} must not become ${to}`);
    },
  };
}

/** The same for a state that a table has in moments, such as `returnedAt`: the only writer of these columns. */
export function momentMachine<Table extends PgTable, State extends string, Why = undefined, Needs = Deps>(
  declared: MomentDeclaration<Table, State, Why, Needs>,
): MomentMachine<Table, State, Why, Needs> {
  const { table, moments } = declared;
  const columns = getTableColumns(table);
  const names = momentsOf(declared);
  const isSet = (state: State, name: ColumnOf<Table>) => moments[state].includes(name);
  const isState = (state: State) =>
    and(
      ...names.map((name) => {
        const column = columns[name] as PgColumn;
        return isSet(state, name) ? isNotNull(column) : isNull(column);
      }),
    );
  return {
    ...declared,
    ...movesOf(declared, {
      isIn: (states) => or(...states.map(isState)) ?? sql`false`,
      columnsOf(to, set) {
        const missing = moments[to].find((name) => set[name] == null);
        if (missing) throw new Error(`A move to ${to} needs ${missing}`);
        return Object.fromEntries(names.map((name) => [name, isSet(to, name) ? set[name] : null]));
      },
    }),
  };
}

/** All columns that tell one of the states. */
export const momentsOf = <Table extends PgTable, State extends string>({
  moments,
}: Pick<MomentDeclaration<Table, State, never, never>, 'moments'>): ColumnOf<Table>[] => [
  ...new Set(Object.values<readonly ColumnOf<Table>[]>(moments).flat()),
];

/** How rows have their state. */
interface Storage<State> {
  isIn(states: readonly State[]): SQL;
  columnsOf(to: State, set: Readonly<Record<string, unknown>>): object;
}

function movesOf<Table extends PgTable, State extends string, Why, Needs>(
  { table, transitions, follows }: Declaration<Table, State, Why, Needs>,
  { isIn, columnsOf }: Storage<State>,
): Pick<Machine<Table, State, Why, Needs>, 'move' | 'moveAll'> {
  const sourcesOf = (to: State) =>
    (Object.keys(transitions) as State[]).filter((from) => transitions[from].includes(to));
  const moveAll: Machine<Table, State, Why, Needs>['moveAll'] = async (deps, tx, move) => {
    const { where, to, set = {}, why } = move as Change<Table, State> & { why: Why };
    if (!where) throw new Error(`A move to ${to} needs a condition`);
    const rows = (await tx
      .update(table)
      .set({ ...set, ...columnsOf(to, set) } as PgUpdateSetSource<Table>)
      .where(and(where, isIn(sourcesOf(to))))
      .returning()) as Table['$inferSelect'][];
    if (rows.length > 0) for (const follow of follows[to] ?? []) await follow(deps, tx, { rows, why });
    return rows;
  };
  return {
    moveAll,
    move: async (deps, tx, move) => (await moveAll(deps, tx, move))[0] ?? null,
  };
}
