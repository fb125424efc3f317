import type { Db } from '#server/ports/database.ts';

/** A query builder of Drizzle's with all its parts. */
interface Preparable<Statement> {
  prepare(name: string): Statement;
}

const statements = new WeakMap<object, Map<string, unknown>>();

/**
 * The statement of this name, put together once for a database instead of for every call, and on PostgreSQL planned once a
 * connection. What differs from call to call is a `sql.placeholder`, whose value is handed to `execute` as the driver takes
 * it: moments as ISO text. For what is asked many times a second; names are of the whole product.
 */
export function prepared<Statement>(
  db: Pick<Db, 'select'>,
  name: string,
  build: () => Preparable<Statement>,
): Statement {
  const known = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, known);
  const earlier = known.get(name) as Statement | undefined;
  if (earlier) return earlier;
  const statement = build().prepare(name);
  known.set(name, statement);
  return statement;
}
