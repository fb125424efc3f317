import { and, asc, eq, gt, lte, min } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type listStarting as listStartingCall,
  MAX_PAGE_SIZE,
} from '#contract/performers/directory/directory-calls.ts';
import { SOON_LIMIT, SOON_MS, STARTS_MAX } from '#contract/performers/schedule.ts';
import { isLive } from '#contract/performers/status.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readCards } from '../directory/cards.ts';
import { holdPerformer } from '../reads.ts';
import { performerStarts } from '../tables.ts';

/** Planned starts of a performer after `now`, soonest first. */
export async function startsOf(db: Pick<Db, 'select'>, performerId: number, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: performerStarts.startsAt })
    .from(performerStarts)
    .where(and(eq(performerStarts.performerId, performerId), gt(performerStarts.startsAt, now)))
    .orderBy(asc(performerStarts.startsAt));
  return rows.map(({ at }) => at);
}

interface NextStart {
  readonly performerId: number;
  readonly at: Date;
}

/** The next start of each performer who plans one after `after` and until `until`: at most `most`, soonest first. */
export async function nextStarts(
  db: Pick<Db, 'select'>,
  { after, until, most }: { after: Date; until: Date; most: number },
): Promise<NextStart[]> {
  const next = min(performerStarts.startsAt);
  const rows = await db
    .select({ performerId: performerStarts.performerId, at: next })
    .from(performerStarts)
    .where(and(gt(performerStarts.startsAt, after), lte(performerStarts.startsAt, until)))
    .groupBy(performerStarts.performerId)
    .orderBy(asc(next), asc(performerStarts.performerId))
    .limit(most);
  return rows.flatMap(({ performerId, at }) => (at ? [{ performerId, at }] : []));
}

export async function listStarting(
  deps: Deps,
  { request }: Caller,
  { filter, nonNude }: ParsedInput<typeof listStartingCall>,
): Promise<OutputOf<typeof listStartingCall>> {
  const now = deps.now();
  const until = new Date(now.getTime() + SOON_MS);
  const starts = await nextStarts(deps.db, { after: now, until, most: MAX_PAGE_SIZE });
  const userIds = starts
    .map(({ performerId }) => performerId)
    .filter((id) => filter.userIds?.includes(id) ?? true);
  if (userIds.length === 0) return { result: [] };
  const { result } = await readCards(deps, {
    filter: { ...filter, userIds },
    ordering: [],
    pagination: { page: 1, limit: userIds.length },
    nonNude,
    location: request.location,
  });
  const cards = new Map(result.map((card) => [card.user, card]));
  const soonest = starts.flatMap(({ performerId, at }) => {
    const card = cards.get(performerId);
    return card && !isLive(card.onlineStatus) ? [{ ...card, startsAt: at.toISOString() }] : [];
  });
  return { result: soonest.slice(0, SOON_LIMIT) };
}

interface Start {
  readonly performerId: number;
  readonly at: Date;
}

/**
 * Returns false if the start exists. Also deletes past ones. Throws `badRequest.schedule.full`, and
 * `badRequest.unauthorized` for a removed performer.
 */
export async function insertStart(tx: Tx, { performerId, at }: Start, now: Date): Promise<boolean> {
  // Orders simultaneous changes.
  if (!(await holdPerformer(tx, performerId, 'no key update'))) throw new AppError('badRequest.unauthorized');
  const own = eq(performerStarts.performerId, performerId);
  await tx.delete(performerStarts).where(and(own, lte(performerStarts.startsAt, now)));
  const rows = await tx.select().from(performerStarts).where(own);
  if (rows.some(({ startsAt }) => startsAt.getTime() === at.getTime())) return false;
  const taken = new Set(rows.map(({ slot }) => slot));
  const slot = Array.from({ length: STARTS_MAX }, (_, index) => index + 1).find((one) => !taken.has(one));
  if (slot === undefined) throw new AppError('badRequest.schedule.full');
  await tx.insert(performerStarts).values({ performerId, slot, startsAt: at, createdAt: now });
  return true;
}

/** Returns false if the start does not exist. */
export async function deleteStart(tx: Tx, { performerId, at }: Start): Promise<boolean> {
  const deleted = await tx
    .delete(performerStarts)
    .where(and(eq(performerStarts.performerId, performerId), eq(performerStarts.startsAt, at)))
    .returning({ slot: performerStarts.slot });
  return deleted.length > 0;
}

export async function eraseStarts(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(performerStarts).where(eq(performerStarts.performerId, performerId));
}
