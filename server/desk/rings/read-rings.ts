import { asc, desc, gte, inArray } from 'drizzle-orm';
import { addDays, dayOf } from '#contract/day.ts';
import type { readToday } from '#contract/desk/today-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { ringAccounts, rings } from './tables.ts';

/** Rings found today and yesterday, newest first. */
export async function readRings(
  deps: Pick<Deps, 'db' | 'now'>,
): Promise<NonNullable<OutputOf<typeof readToday>['rings']>> {
  const { db } = deps;
  const found = await db
    .select()
    .from(rings)
    .where(gte(rings.day, addDays(dayOf(deps.now()), -1)))
    .orderBy(desc(rings.id));
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const accounts = await db
    .select()
    .from(ringAccounts)
    .where(inArray(ringAccounts.ringId, ids))
    .orderBy(asc(ringAccounts.memberId));
  const names = await performersFor(deps, inHouse).names(found.map(({ performerId }) => performerId));
  return found.map(({ id, day, kind, performerId }) => ({
    id,
    day,
    kind,
    performerId,
    performer: names.get(performerId) ?? '',
    accounts: accounts
      .filter(({ ringId }) => ringId === id)
      .map(({ memberId, credits }) => ({ memberId, credits })),
  }));
}
