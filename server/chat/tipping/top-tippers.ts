import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { TOP_TIPPERS, TOP_TIPPERS_FROM, type TopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { isShownAsTipper } from '#server/member/settings/preferences.ts';
import { publicSince } from '#server/performers/reads.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { roomSeq } from '../room/room-numbers.ts';
import { roomTippers } from './tables.ts';

interface Tipped {
  performerId: number;
  memberId: number;
  credits: number;
  /** When it was tipped. */
  at: Date;
}

/**
 * Counts a tip in its own transaction. `since`: when the performer went live. Returns false if she was not live at that
 * time.
 */
export async function countTipper(
  tx: Tx,
  { performerId, memberId, since, credits, at }: Tipped & { since: Date | null },
): Promise<boolean> {
  if (!since || at < since) return false;
  const { credits: sum, since: period } = roomTippers;
  await tx
    .insert(roomTippers)
    .values({ performerId, memberId, since, credits, tippedAt: at })
    .onConflictDoUpdate({
      target: [roomTippers.performerId, roomTippers.memberId],
      set: {
        credits: sql`case when ${period} = excluded.since then ${sum} else 0 end + excluded.credits`,
        since: sql`excluded.since`,
        tippedAt: sql`excluded.tipped_at`,
      },
      // She has gone live again since `since` was read.
      setWhere: lte(period, sql`excluded.since`),
    });
  return true;
}

/**
 * Takes off what was given back of a tip, in the same transaction. Returns when the performer went live, or null if the tip
 * does not count any more.
 */
export async function uncountTipper(
  tx: Tx,
  { performerId, memberId, credits, at }: Tipped,
): Promise<Date | null> {
  const since = await publicSince(tx, performerId);
  if (!since || at < since) return null;
  await tx
    .update(roomTippers)
    .set({ credits: sql`greatest(${roomTippers.credits} - ${credits}, 0)` })
    .where(
      and(
        eq(roomTippers.performerId, performerId),
        eq(roomTippers.memberId, memberId),
        eq(roomTippers.since, since),
      ),
    );
  return since;
}

const topRows = (db: Pick<Db, 'select'>, performerId: number, since: Date) =>
  db
    .select({ memberId: roomTippers.memberId, credits: roomTippers.credits })
    .from(roomTippers)
    .where(
      and(
        eq(roomTippers.performerId, performerId),
        eq(roomTippers.since, since),
        gte(roomTippers.credits, TOP_TIPPERS_FROM),
        isShownAsTipper(db, roomTippers.memberId),
      ),
    )
    .orderBy(desc(roomTippers.credits), asc(roomTippers.tippedAt))
    .limit(TOP_TIPPERS);

async function topSince(
  deps: Pick<Deps, 'db' | 'brand'>,
  performerId: number,
  since: Date | null,
): Promise<TopTippers> {
  // Read before the rows: a list with a higher number is never older.
  const seq = await roomSeq(deps.db, performerId);
  const rows = since ? await topRows(deps.db, performerId, since) : [];
  const names = await memberNames(
    deps,
    rows.map(({ memberId }) => memberId),
  );
  return {
    seq,
    tippers: rows.map(({ memberId, credits }) => ({ name: names.get(memberId) ?? '', credits })),
  };
}

/** The top of a room now; empty while the performer is not live. */
export const topTippers = async (
  deps: Pick<Deps, 'db' | 'brand'>,
  performerId: number,
): Promise<TopTippers> => topSince(deps, performerId, await publicSince(deps.db, performerId));

type TellDeps = Pick<Deps, 'db' | 'brand' | 'push' | 'part'>;

/** Reads the top of each room once at a time: tips that are counted meanwhile share the next read. */
function openTelling(deps: TellDeps) {
  const rooms = new Map<number, { since: Date | null; told: Promise<void> }>();
  const tell = async (room: number, telling: { since: Date | null }): Promise<void> => {
    try {
      while (telling.since) {
        const { since } = telling;
        telling.since = null;
        deps.push.toRoom(room, 'room-top-tippers', { room, ...(await topSince(deps, room, since)) });
      }
    } finally {
      rooms.delete(room);
    }
  };
  return (room: number, since: Date): Promise<void> => {
    const telling = rooms.get(room);
    if (telling) {
      if (!telling.since || telling.since < since) telling.since = since;
      return telling.told;
    }
    const first = { since, told: Promise.resolve() };
    rooms.set(room, first);
    first.told = tell(room, first);
    return first.told;
  };
}

/** Pushes the top of a room. `since`: when the performer went live. */
export const tellTopTippers = (deps: TellDeps, room: number, since: Date): Promise<void> =>
  deps.part(openTelling)(room, since);
