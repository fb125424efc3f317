import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { listPerformers, PerformerCard } from '#contract/performers/calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { cardColumns, NEW_MS, toCard } from './card.ts';
import { foldUsername } from './reads.ts';
import { categories, performers } from './tables.ts';

type ListInput = ParsedInput<typeof listPerformers>;

const total = sql<number>`count(*) over ()`.mapWith(Number);

export async function listCards(
  deps: Deps,
  input: ListInput,
): Promise<{ result: PerformerCard[]; total: number }> {
  const where = and(...conditions(deps, input.filter));
  const { page, limit } = input.pagination;
  const rows = await deps.db
    .select({ ...cardColumns, total })
    .from(performers)
    .where(where)
    .orderBy(...order(input))
    .limit(limit)
    .offset((page - 1) * limit);
  const [first] = rows;
  const now = deps.now();
  return {
    result: rows.map((row) => toCard(row, now)),
    total: first?.total ?? (await countAll(deps, where)),
  };
}

/** Behind the last page no row says how many there are. */
async function countAll({ db }: Pick<Deps, 'db'>, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(performers).where(where);
  return row?.count ?? 0;
}

function conditions(deps: Deps, filter: ListInput['filter']): (SQL | undefined)[] {
  return [
    eq(performers.gender, filter.gender),
    filter.category ? arrayContains(performers.categories, [filter.category]) : undefined,
    filter.status?.length ? or(...filter.status.map(statusCondition)) : undefined,
    filter.toy ? inArray(performers.cybertoy, [1, 2]) : undefined,
    filter.isNew ? gte(performers.firstCamSession, new Date(deps.now().getTime() - NEW_MS)) : undefined,
    filter.username ? eq(performers.usernameFolded, foldUsername(filter.username)) : undefined,
    filter.userIds?.length ? inArray(performers.id, filter.userIds) : undefined,
    filter.excludeIds?.length ? notInArray(performers.id, filter.excludeIds) : undefined,
  ];
}

function statusCondition(status: 'live' | 'free' | 'vip' | 'online' | 'offline'): SQL {
  if (status === 'online') return ne(performers.onlineStatus, onlineStatus.offline);
  const exact = {
    live: onlineStatus.online,
    free: onlineStatus.free,
    vip: onlineStatus.vip,
    offline: onlineStatus.offline,
  };
  return eq(performers.onlineStatus, exact[status]);
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

export async function readCategories(deps: Deps) {
  return deps.db.select().from(categories).orderBy(asc(categories.position));
}
