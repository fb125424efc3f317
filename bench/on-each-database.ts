import { atEnd, type BenchRow } from '@vonk/bench';
import { databaseKinds } from '#server/testing/databases.ts';
import { findPostgres } from '../scripts/lib/services.mjs';

/** Returns a row for the embedded database, and one for PostgreSQL if available. */
export async function onEachDatabase(
  embedded: string,
  measure: (kind: string, database: string) => Promise<BenchRow>,
): Promise<BenchRow[]> {
  const rows = [await measure('embedded database', embedded)];
  const found = await findPostgres();
  const kind = databaseKinds(found?.url).find(({ name }) => name === 'postgres');
  if (!kind) return rows;
  const database = await kind.create();
  atEnd(() => database.drop());
  return [...rows, await measure('PostgreSQL', database.url)];
}
