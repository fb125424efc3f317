import { and, asc, eq, gt, inArray, lte, min, notInArray, or } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type listStarting as listStartingCall,
  MAX_PAGE_SIZE,
} from '#contract/performers/directory/directory-calls.ts';
import { SOON_LIMIT, SOON_MS, STARTS_MAX } from '#contract/performers/schedule.ts';
import { isLive, onlineStatus } from '#contract/performers/status.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Visitor, visitorOf } from '#server/ports/performer-viewer.ts';
import { readCards } from '../directory/cards.ts';
import { areShownTo } from '../performers-for.ts';
import { holdPerformer } from '../reads.ts';
import { performerStarts, performers } from '../tables.ts';

/** Planned starts of a performer after `now`, soonest first. */
export async function startsOf(db: Pick<Db, 'select'>, performerId: number, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: performerStarts.startsAt })
    .from(performerStarts)
    .where(and(eq(performerStarts.performerId, performerId), gt(performerStarts.startsAt, now)))
    .orderBy(asc(performerStarts.startsAt));
  return rows.map(({ at }) => at);
}

interface Span {
  readonly from: Date;
  readonly until: Date;
}

const isWithin = ({ from, until }: Span) =>
  and(gt(performerStarts.startsAt, from), lte(performerStarts.startsAt, until));

/** Whether anybody plans a start after `from` and until `until`. */
export async function hasStarts(db: Pick<Db, 'select'>, span: Span): Promise<boolean> {
  const rows = await db
    .select({ slot: performerStarts.slot })
    .from(performerStarts)
    .where(isWithin(span))
    .limit(1);
  return rows.length > 0;
}

interface NextStart {
  readonly performerId: number;
  readonly at: Date;
}

interface Wanted extends Span {
  readonly viewer: Visitor;
  /** Only these performers; undefined for all. */
  readonly userIds: readonly number[] | undefined;
}

/**
 * The next start of each performer who is not live and whom the viewer may know of, after `from` and until `until`, soonest
 * first: a page after the start `last`.
 */
async function nextStarts(
  db: Pick<Db, 'select'>,
  { viewer, userIds, ...span }: Wanted,
  last: NextStart | undefined,
): Promise<NextStart[]> {
  const { performerId, startsAt } = performerStarts;
  const next = min(startsAt);
  const rows = await db
    .select({ performerId, at: next })
    .from(performerStarts)
    .innerJoin(performers, eq(performers.id, performerId))
    .where(
      and(
        isWithin(span),
        notInArray(performers.onlineStatus, liveStatuses),
        areShownTo(viewer),
        userIds && inArray(performerId, [...userIds]),
      ),
    )
    .groupBy(performerId)
    .having(last && or(gt(next, last.at), and(eq(next, last.at), gt(performerId, last.performerId))))
    .orderBy(asc(next), asc(performerId))
    .limit(MAX_PAGE_SIZE);
  return rows.flatMap(({ performerId, at }) => (at ? [{ performerId, at }] : []));
}

const liveStatuses = Object.values(onlineStatus).filter(isLive);

/** Reads further pages of starts until enough of them pass the filter. */
export async function listStarting(
  deps: Deps,
  caller: Caller,
  { filter, nonNude }: ParsedInput<typeof listStartingCall>,
): Promise<OutputOf<typeof listStartingCall>> {
  const { location } = caller.request;
  const from = deps.now();
  const until = new Date(from.getTime() + SOON_MS);
  const wanted = { from, until, viewer: visitorOf(caller), userIds: filter.userIds };
  const soonest: OutputOf<typeof listStartingCall>['result'] = [];
  for (let last: NextStart | undefined; soonest.length < SOON_LIMIT; ) {
    const starts = await nextStarts(deps.db, wanted, last);
    last = starts.at(-1);
    if (!last) break;
    const userIds = starts.map(({ performerId }) => performerId);
    const { result } = await readCards(deps, {
      filter: { ...filter, userIds },
      ordering: [],
      pagination: { page: 1, limit: userIds.length },
      nonNude,
      location,
    });
    const cards = new Map(result.map((card) => [card.user, card]));
    for (const { performerId, at } of starts) {
      const card = cards.get(performerId);
      // Her status may have changed since the first query.
      if (card && !isLive(card.onlineStatus)) soonest.push({ ...card, startsAt: at.toISOString() });
    }
    if (starts.length < MAX_PAGE_SIZE) break;
  }
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
