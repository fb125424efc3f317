import { asc, eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/ports/database.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';

type MemberTable = PgTable & { memberId: PgColumn };

type Name<Table extends MemberTable> = keyof Table['$inferSelect'] & string;
/** A column, or `column as name` to rename it in the file. */
type Chosen<Table extends MemberTable> = Name<Table> | `${Name<Table>} as ${string}`;

type Row<Table extends MemberTable, Choice extends string> = {
  [Each in Choice as Each extends `${string} as ${infer As}`
    ? As
    : Each]: Each extends `${infer Column} as ${string}`
    ? Table['$inferSelect'][Column & Name<Table>]
    : Table['$inferSelect'][Each & Name<Table>];
};

interface MemberRows<Table extends MemberTable, Choice extends string> {
  /** File name in the download, without extension. */
  readonly file: string;
  /** All columns if missing. */
  readonly columns?: readonly Choice[];
  /** Column that orders the rows. */
  readonly order: Name<Table>;
  /** Converts the rows to the file's content; the rows themselves if missing. */
  readonly show?: (db: Db, rows: Row<Table, Choice>[]) => unknown;
  /** On erasure: delete the rows, keep them, or keep them without what identifies the member. */
  readonly erase: 'delete' | 'keep' | ((memberId: number) => Partial<Table['$inferInsert']>);
}

/** Personal data in a table with rows of members. */
export function memberTable<Table extends MemberTable, const Choice extends Chosen<Table> = Name<Table>>(
  table: Table,
  { file, columns, order, show, erase }: MemberRows<Table, Choice>,
): PersonalData {
  const own = getTableColumns(table as PgTable) as Record<string, PgColumn>;
  const column = (name: string): PgColumn => {
    const found = own[name];
    if (!found) throw new Error(`Table ${getTableName(table)} has no column ${name}`);
    return found;
  };
  const chosen = (columns ?? Object.keys(own)).map((choice) => {
    const [name = '', as = name] = choice.split(' as ');
    return [as, column(name)] as const;
  });
  return {
    tables: [getTableName(table)],
    async read(db, memberId) {
      const rows = await db
        .select(Object.fromEntries(chosen))
        .from(table as PgTable)
        .where(eq(table.memberId, memberId))
        .orderBy(asc(column(order)));
      return { [file]: show ? await show(db, rows as Row<Table, Choice>[]) : rows };
    },
    async erase(tx, memberId) {
      const isOwn = eq(table.memberId, memberId);
      if (erase === 'delete') await tx.delete(table).where(isOwn);
      else if (erase !== 'keep')
        await tx
          .update(table as PgTable)
          .set(erase(memberId))
          .where(isOwn);
    },
  };
}
