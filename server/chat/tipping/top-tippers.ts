import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { TOP_TIPPERS, TOP_TIPPERS_FROM, type TopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { createGroups, type Groups } from '#server/db/groups.ts';
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

/** ms between two lists for a room: tips that are counted meanwhile share one. */
const TELL_EVERY_MS = 300;
/** Tips that share a list. */
const MOST = 1000;

type TellDeps = Pick<Deps, 'db' | 'brand' | 'push' | 'events'>;

/** Pushes the tops of rooms. No tip waits for it: a list that fails comes with the next tip, or when a page reconnects. */
export function openTopTelling(deps: TellDeps) {
  const rooms = new Map<number, Groups<Date, null>>();
  const openRoom = (room: number): Groups<Date, null> =>
    createGroups({
      answerAll: async (lives) => {
        const newest = new Date(Math.max(...lives.map((since) => since.getTime())));
        deps.push.toRoom(room, 'room-top-tippers', { room, ...(await topSince(deps, room, newest)) });
        return lives.map(() => null);
      },
      everyMs: TELL_EVERY_MS,
      most: MOST,
    });
  return {
    /** `since`: when the performer went live. */
    tell: (room: number, since: Date): void => {
      const known = rooms.get(room) ?? openRoom(room);
      rooms.set(room, known);
      known.add(since).catch(() => deps.events.record('chat.top-untold', { room }));
    },
    /** Resolves when everything is told. */
    close: async (): Promise<void> => {
      await Promise.all([...rooms.values()].map((room) => room.close()));
    },
  };
}

/** Pushes the top of a room soon. `since`: when the performer went live. */
export const tellTopTippers = (deps: TellDeps & Pick<Deps, 'part'>, room: number, since: Date): void =>
  deps.part(openTopTelling).tell(room, since);
