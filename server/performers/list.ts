import { asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { listPerformers, PerformerCard } from '#contract/performers/calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { cardColumns, toCard } from './card.ts';
import { type PerformerFilter, passes } from './filters.ts';
import { seenBy } from './pictures.ts';
import { performers } from './tables.ts';

type ListInput = Omit<ParsedInput<typeof listPerformers>, 'filter'> & { filter: PerformerFilter };

const total = sql<number>`count(*) over ()`.mapWith(Number);

export async function listCards(
  deps: Deps,
  input: ListInput,
): Promise<{ result: PerformerCard[]; total: number }> {
  const where = passes(input.filter, deps.now());
  const { page, limit } = input.pagination;
  const rows = await deps.db
    .select({ ...cardColumns, total })
    .from(performers)
    .where(where)
    .orderBy(...order(input))
    .limit(limit)
    .offset((page - 1) * limit);
  const [first] = rows;
  const seen = seenBy(deps, input.nonNude);
  return {
    result: rows.map((row) => toCard(row, seen)),
    total: first?.total ?? (await countAll(deps, where)),
  };
}

/** Behind the last page no row says how many there are. */
async function countAll({ db }: Pick<Deps, 'db'>, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(performers).where(where);
  return row?.count ?? 0;
}

function order(input: ListInput): SQL[] {
  const language = input.ordering.find((item) => item.key === 'language')?.value ?? 'nl';
  return [
    desc(sql`(${performers.onlineStatus} = ${onlineStatus.free})`),
    desc(sql`(${performers.onlineStatus} > 0)`),
    sql`case when ${performers.onlineStatus} = 0 then ${performers.lastCamSession} end desc nulls last`,
    desc(sql`(${language} = any(${performers.languages}))`),
    desc(performers.rating),
    asc(performers.id),
  ];
}

export async function countCards(deps: Deps, filter: PerformerFilter): Promise<number> {
  return countAll(deps, passes(filter, deps.now()));
}
