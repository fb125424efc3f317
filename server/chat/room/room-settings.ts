import { eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { DelaySeconds } from '#contract/chat/room/moderation-delay.ts';
import type { CutGround } from '#contract/chat/session.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatMessages, chatRooms } from './tables.ts';
import { numberWaiting, waitsIn } from './waiting.ts';

interface Change {
  act: 'room.slow-mode-set' | 'room.message-delay-set' | 'room.words-set';
  set: Partial<Pick<typeof chatRooms.$inferInsert, 'slowSeconds' | 'delaySeconds' | 'words'>>;
  /** Runs in the same transaction, with the room locked. */
  also?: (tx: Tx, at: Date) => Promise<void>;
}

/**
 * Changes the caller's own room and tells her other pages. Throws `badRequest.unauthorized` unless the caller is a
 * performer.
 */
async function changeRoom(deps: Deps, caller: Caller, { act, set, also }: Change): Promise<void> {
  const { performerId } = requirePerformer(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(chatRooms)
      .values({ performerId, ...set })
      .onConflictDoUpdate({ target: chatRooms.performerId, set });
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at });
    tx.afterCommit(() => {
      deps.push.toPerformer(performerId, 'studio-rules', { room: performerId });
      deps.events.record(act, { performer: performerId });
    });
    await also?.(tx, at);
  });
}

interface RoomRules {
  slowSeconds: number | null;
  delaySeconds: DelaySeconds;
  /** The performer's own list. */
  words: readonly string[];
  /** Closed by the operator. */
  isClosed: boolean;
  /** Of a closed room: why, unless it was closed by an earlier version, and when it opens by itself. */
  cut: { ground: CutGround; until: Date | null } | null;
}

/** Returns the rules of a room. A room without messages or settings has no row. */
export async function roomRules(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<RoomRules> {
  const [room] = await db
    .select({
      slowSeconds: chatRooms.slowSeconds,
      delaySeconds: chatRooms.delaySeconds,
      words: chatRooms.words,
      closedAt: chatRooms.closedAt,
      closedUntil: chatRooms.closedUntil,
      closedGround: chatRooms.closedGround,
    })
    .from(chatRooms)
    .where(eq(chatRooms.performerId, performerId));
  if (!room) return { slowSeconds: null, delaySeconds: null, words: [], isClosed: false, cut: null };
  const { closedAt, closedUntil: until, closedGround: ground, ...rules } = room;
  const isClosed = closedAt !== null && (until === null || until > now());
  return { ...rules, isClosed, cut: isClosed && ground ? { ground, until } : null };
}

/** ms for which another node may use an outdated word list. */
const WORDS_KEPT_MS = 2000;

const openWords = () => new LRUCache<number, readonly string[]>({ max: 1000, ttl: WORDS_KEPT_MS });

/** Word lists cached in this process, by performer. */
const keptWords = ({ part }: Pick<Deps, 'part'>): LRUCache<number, readonly string[]> => part(openWords);

/** The performer's own list, cached because every message needs it. */
export async function roomWords(
  deps: Pick<Deps, 'db' | 'now' | 'part'>,
  performerId: number,
): Promise<readonly string[]> {
  const known = keptWords(deps).get(performerId);
  if (known) return known;
  const { words } = await roomRules(deps, performerId);
  keptWords(deps).set(performerId, words);
  return words;
}

/**
 * Sets how long messages of viewers wait in the caller's own room. Those that wait already follow, so that none is shown
 * before an earlier one; without a delay they are shown at once.
 */
export async function setMessageDelay(
  deps: Deps,
  caller: Caller,
  { seconds }: { seconds: DelaySeconds },
): Promise<{ seconds: DelaySeconds }> {
  const { performerId } = requirePerformer(caller);
  await changeRoom(deps, caller, {
    act: 'room.message-delay-set',
    set: { delaySeconds: seconds },
    also: async (tx, at) => {
      const shownAt = sql`${chatMessages.sentAt} + make_interval(secs => ${seconds ?? 0})`;
      await tx.update(chatMessages).set({ shownAt }).where(waitsIn(performerId));
      for (const message of await numberWaiting(tx, performerId, at))
        tx.afterCommit(() => deps.push.toRoom(performerId, 'chat-message', { room: performerId, message }));
    },
  });
  return { seconds };
}

/** Replaces the caller's own list of hidden words for her room. */
export async function setRoomWords(
  deps: Deps,
  caller: Caller,
  { words }: { words: string[] },
): Promise<{ words: string[] }> {
  const { performerId } = requirePerformer(caller);
  const set = { words: [...new Set(words)] };
  await changeRoom(deps, caller, {
    act: 'room.words-set',
    set,
    also: async (tx) => tx.afterCommit(() => keptWords(deps).delete(performerId)),
  });
  return set;
}

/** Sets the seconds between two messages of a member in the caller's own room, and tells the room. */
export async function setSlowMode(
  deps: Deps,
  caller: Caller,
  { seconds }: { seconds: number | null },
): Promise<{ seconds: number | null }> {
  const { performerId } = requirePerformer(caller);
  await changeRoom(deps, caller, {
    act: 'room.slow-mode-set',
    set: { slowSeconds: seconds },
    also: async (tx) =>
      tx.afterCommit(() =>
        deps.push.toRoom(performerId, 'room-settings', { room: performerId, slowSeconds: seconds }),
      ),
  });
  return { seconds };
}
