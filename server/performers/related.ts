import { and, asc, desc, eq, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { RELATED_LIMIT } from '#contract/performers/calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { type CardRow, cardColumns } from './card.ts';
import type { Performer } from './reads.ts';
import { performers } from './tables.ts';

/** Who is like a performer: live ones first, of those the ones with the same interests, then the best rated. */
export async function relatedTo({ db }: Pick<Deps, 'db'>, row: Performer): Promise<CardRow[]> {
  const interests = sql.param(row.categories, performers.categories);
  const shared = sql`cardinality(array(select unnest(${performers.categories}) intersect select unnest(${interests}::text[])))`;
  const others = and(
    eq(performers.gender, row.gender),
    ne(performers.id, row.id),
    isNull(performers.removedAt),
  );
  const best = (where: ReturnType<typeof and>, limit: number): Promise<CardRow[]> =>
    db
      .select(cardColumns)
      .from(performers)
      .where(and(others, where))
      .orderBy(desc(shared), desc(performers.rating), asc(performers.id))
      .limit(limit);
  const live = await best(ne(performers.onlineStatus, onlineStatus.offline), RELATED_LIMIT);
  if (live.length === RELATED_LIMIT) return live;
  // Only where few are live: comparing everybody's interests takes a look at everybody.
  const taken = live.map(({ id }) => id);
  const rest = and(
    eq(performers.onlineStatus, onlineStatus.offline),
    taken.length > 0 ? notInArray(performers.id, taken) : undefined,
  );
  return [...live, ...(await best(rest, RELATED_LIMIT - live.length))];
}
