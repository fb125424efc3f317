import { and, eq, gt, gte, notInArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { accounts, entries, payoutKinds, transfers } from './tables.ts';

/** From when a performer's credits are summed. */
export interface EarnedSpans {
  performerId: number;
  /** Null while she is offline. */
  stream: Date | null;
  day: Date;
  week: Date;
  month: Date;
}

/** Credits since each moment, and the number of the month's entries. */
export interface EarnedSums {
  /** Null while she is offline. */
  stream: number | null;
  day: number;
  week: number;
  month: number;
  entries: number;
}

/** Sums that cannot change any more: of entries booked before `until`. */
interface Settled {
  spans: string;
  until: Date;
  sums: Sums;
}

/** ms after which every transaction has ended that books at a moment; statements are cancelled far earlier. */
const SETTLED_MS = 120_000;
/** ms that the settled part may be behind now, before it is moved on. */
const BEHIND_MS = 2 * SETTLED_MS;

const openSettled = () => new LRUCache<number, Settled>({ max: 5000 });

type Sums = EarnedSums & { stream: number };

const nothing: Sums = { stream: 0, day: 0, week: 0, month: 0, entries: 0 };

/**
 * What performers earned in their spans, payouts left out: one statement for all, which reads only the entries of the last
 * minutes if the same spans were asked for before.
 */
export async function earnedSums(
  deps: Pick<Deps, 'db' | 'now' | 'part'>,
  wanted: readonly EarnedSpans[],
): Promise<Map<number, EarnedSums>> {
  if (wanted.length === 0) return new Map();
  const known = deps.part(openSettled);
  const now = deps.now().getTime();
  const wishes = wanted.map((spans) => {
    const name = [spans.stream, spans.day, spans.week, spans.month].map((at) => at?.getTime() ?? 0).join(' ');
    const found = known.get(spans.performerId);
    const settled = found?.spans === name ? found : { spans: name, until: firstOf(spans), sums: nothing };
    const isBehind = settled.until.getTime() < now - BEHIND_MS;
    return { spans, settled, until: isBehind ? new Date(now - SETTLED_MS) : settled.until };
  });
  const rows = new Map((await readSums(deps.db, wishes)).map((row) => [row.performerId, row]));
  return new Map(
    wishes.map(({ spans: { performerId, stream }, settled, until }) => {
      const row = rows.get(performerId) ?? { before: nothing, all: nothing };
      known.set(performerId, { spans: settled.spans, until, sums: plus(settled.sums, row.before) });
      const sums = plus(settled.sums, row.all);
      return [performerId, { ...sums, stream: stream && sums.stream }];
    }),
  );
}

const firstOf = ({ stream, week, month }: EarnedSpans): Date =>
  new Date(Math.min(...[stream ?? week, week, month].map((at) => at.getTime())));

const plus = (one: Sums, other: Sums): Sums => ({
  stream: one.stream + other.stream,
  day: one.day + other.day,
  week: one.week + other.week,
  month: one.month + other.month,
  entries: one.entries + other.entries,
});

interface Wish {
  spans: EarnedSpans;
  /** Entries from its `until` on are read. */
  settled: Settled;
  /** Sums `before` end here. */
  until: Date;
}

const [own, old] = [alias(entries, 'own'), alias(transfers, 'old')];
const wish = (column: string): SQL => sql.raw(`wish.${column}`);

const sumWhere = (condition: SQL) =>
  sql<number>`coalesce(sum(${entries.amount}) filter (where ${condition}), 0)`.mapWith(Number);

const since = (column: string): SQL => sql`${transfers.createdAt} >= ${wish(column)}`;
const sumsOf = (within: SQL) => ({
  stream: sumWhere(sql`${since('stream')} and ${within}`),
  day: sumWhere(sql`${since('day')} and ${within}`),
  week: sumWhere(sql`${since('week')} and ${within}`),
  month: sumWhere(sql`${since('month')} and ${within}`),
  entries: sql<number>`count(*) filter (where ${since('month')} and ${within})`.mapWith(Number),
});

function readSums(db: Pick<Db, 'select'>, wishes: readonly Wish[]) {
  const times = (pick: (one: Wish) => Date | null) =>
    sql`${sql.param(wishes.map((one) => pick(one)?.toISOString() ?? null))}::timestamptz[]`;
  // Ids follow the time of booking, except among transactions that ran at the same time.
  const last = db
    .select({ id: own.id })
    .from(own)
    .innerJoin(old, eq(old.id, own.transferId))
    .where(
      and(
        eq(own.accountId, accounts.id),
        sql`${old.createdAt} < ${wish('since')} - make_interval(secs => ${SETTLED_MS / 1000})`,
      ),
    )
    .orderBy(sql`${own.id} desc`)
    .limit(1)
    .as('last');
  return db
    .select({
      performerId: sql<number>`${wish('performer')}`.mapWith(Number),
      before: sumsOf(sql`${transfers.createdAt} < ${wish('until')}`),
      all: sumsOf(sql`true`),
    })
    .from(
      sql`unnest(
        ${sql.param(wishes.map(({ spans }) => spans.performerId))}::int[],
        ${times(({ spans }) => spans.stream)}, ${times(({ spans }) => spans.day)},
        ${times(({ spans }) => spans.week)}, ${times(({ spans }) => spans.month)},
        ${times(({ settled }) => settled.until)}, ${times(({ until }) => until)}
      ) as wish (performer, stream, day, week, month, since, until)`,
    )
    .innerJoin(
      accounts,
      and(eq(accounts.kind, 'performer'), eq(accounts.owner, sql`${wish('performer')}::text`)),
    )
    .leftJoinLateral(last, sql`true`)
    .innerJoin(entries, and(eq(entries.accountId, accounts.id), gt(entries.id, sql`coalesce(${last.id}, 0)`)))
    .innerJoin(
      transfers,
      and(
        eq(transfers.id, entries.transferId),
        notInArray(transfers.kind, [...payoutKinds]),
        gte(transfers.createdAt, wish('since')),
      ),
    )
    .groupBy(wish('performer'));
}
