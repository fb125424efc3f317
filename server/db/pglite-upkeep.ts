import type { PGlite } from '@electric-sql/pglite';

interface Table {
  name: string;
  /** Whether it has enough outdated rows; otherwise only its statistics are outdated. */
  outdated: boolean;
}

/** The thresholds of PostgreSQL's autovacuum: 50 rows and a fifth of the table, for statistics a tenth. */
const DUE = `
  select quote_ident(relname) as name, n_dead_tup > 50 + n_live_tup * 0.2 as outdated
  from pg_stat_user_tables
  where schemaname = current_schema()
    and (n_dead_tup > 50 + n_live_tup * 0.2 or n_mod_since_analyze > 50 + n_live_tup * 0.1)
  order by relname`;

/**
 * Removes outdated rows and renews the planner's statistics, one table at a time: PGlite has no autovacuum. Returns the
 * tables that needed it.
 */
export async function keepTidy(client: PGlite): Promise<string[]> {
  const { rows } = await client.query<Table>(DUE);
  for (const { name, outdated } of rows)
    await client.query(`${outdated ? 'vacuum (analyze)' : 'analyze'} ${name}`);
  return rows.map(({ name }) => name);
}
