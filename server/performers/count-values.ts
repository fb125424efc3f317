import { count, type SQL, sql } from 'drizzle-orm';
import type { OutputOf } from '#contract/endpoint.ts';
import type { countByFilter } from '#contract/performers/calls.ts';
import { type FilterName, filterNames, filterValues } from '#contract/performers/filters.ts';
import type { Deps } from '#server/deps.ts';
import { hasValue, type PerformerFilter, passes } from './filters.ts';
import { performers } from './tables.ts';

/** How many each value of each filter would show, and how many pass all that is chosen. */
export async function countValues(
  deps: Deps,
  filter: PerformerFilter,
): Promise<OutputOf<typeof countByFilter>> {
  const now = deps.now();
  const [row] = await deps.db.select({ total: count() }).from(performers).where(passes(filter, now));
  const counts = await Promise.all(
    filterNames.map(async (name) => [name, await countOne(deps, filter, name)] as const),
  );
  return {
    total: row?.total ?? 0,
    counts: Object.fromEntries(counts) as Record<FilterName, Record<string, number>>,
  };
}

async function countOne(
  deps: Deps,
  filter: PerformerFilter,
  name: FilterName,
): Promise<Record<string, number>> {
  const now = deps.now();
  const has = (value: string): SQL<number> =>
    sql<number>`count(*) filter (where ${hasValue(name, value, now)})`.mapWith(Number);
  const columns = Object.fromEntries(filterValues[name].map((value) => [value, has(value)]));
  const [row] = await deps.db
    .select(columns)
    .from(performers)
    .where(passes(filter, now, name));
  return row ?? {};
}
