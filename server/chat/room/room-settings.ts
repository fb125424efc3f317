import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatRooms } from './tables.ts';

export interface Change {
  act: 'room.slow-mode-set' | 'room.words-set';
  set: Partial<Pick<typeof chatRooms.$inferInsert, 'slowSeconds' | 'words'>>;
}

/** Changes the caller's own room. Throws `badRequest.unauthorized` unless the caller is a performer. */
export async function changeRoom(deps: Deps, caller: Caller, { act, set }: Change): Promise<void> {
  const { performerId } = requirePerformer(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(chatRooms)
      .values({ performerId, ...set })
      .onConflictDoUpdate({ target: chatRooms.performerId, set });
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at });
  });
  deps.events.record(act, { performer: performerId });
}

export interface RoomRules {
  slowSeconds: number | null;
  /** The performer's own list. */
  words: readonly string[];
  /** Closed by the operator. */
  isClosed: boolean;
}

/** Returns the rules of a room. A room without messages or settings has no row. */
export async function roomRules({ db }: Pick<Deps, 'db'>, performerId: number): Promise<RoomRules> {
  const [room] = await db
    .select({ slowSeconds: chatRooms.slowSeconds, words: chatRooms.words, closedAt: chatRooms.closedAt })
    .from(chatRooms)
    .where(eq(chatRooms.performerId, performerId));
  if (!room) return { slowSeconds: null, words: [], isClosed: false };
  const { closedAt, ...rules } = room;
  return { ...rules, isClosed: closedAt !== null };
}

/** ms for which another node may use an outdated word list. */
const WORDS_KEPT_MS = 2000;

const openWords = () => new LRUCache<number, readonly string[]>({ max: 1000, ttl: WORDS_KEPT_MS });

/** Word lists cached in this process, by performer. */
export const keptWords = ({ part }: Pick<Deps, 'part'>): LRUCache<number, readonly string[]> =>
  part(openWords);

/** The performer's own list, cached because every message needs it. */
export async function roomWords(
  deps: Pick<Deps, 'db' | 'part'>,
  performerId: number,
): Promise<readonly string[]> {
  const known = keptWords(deps).get(performerId);
  if (known) return known;
  const { words } = await roomRules(deps, performerId);
  keptWords(deps).set(performerId, words);
  return words;
}
