import { AppError } from '#contract/errors.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { isUnavailable } from '#server/db/is-unavailable.ts';
import type { Db } from '#server/ports/database.ts';
import { type GivenTip, type StoredTip, storedOf, storeTips } from './store-tips.ts';

/** Tips of one statement at most. */
const BATCH = 50;

interface Waiting {
  tip: GivenTip;
  resolve(stored: StoredTip): void;
  reject(error: unknown): void;
}

/** Rooms with a statement under way, and what waits for it, of each database this process has open. */
const rooms = new WeakMap<Db, Map<number, Waiting[]>>();

/**
 * Stores a tip at once, or together with the others that came while the room's statement before it was under way: they
 * would wait for the room's next number anyway. Throws as `storedOf` does.
 */
export function queueTip(db: Db, tip: GivenTip): Promise<StoredTip> {
  const open = rooms.get(db) ?? new Map<number, Waiting[]>();
  rooms.set(db, open);
  return new Promise((resolve, reject) => {
    const waiting = { tip, resolve, reject };
    const room = open.get(tip.session.performerId);
    if (room) room.push(waiting);
    else void storeAll(db, open, waiting);
  });
}

async function storeAll(db: Db, open: Map<number, Waiting[]>, first: Waiting): Promise<void> {
  const { performerId } = first.tip.session;
  const waiting = [first];
  open.set(performerId, waiting);
  while (waiting.length > 0) await storeNext(db, performerId, waiting.splice(0, BATCH));
  open.delete(performerId);
}

/** Never throws: each is answered. */
async function storeNext(db: Db, room: number, batch: readonly Waiting[]): Promise<void> {
  const tips = batch.map(({ tip }) => tip);
  try {
    const outcomes = await storeTips(db, room, tips);
    for (const [place, waiting] of batch.entries()) settle(waiting, () => storedOf(outcomes[place]));
  } catch (error) {
    // What one can't have, the others must not miss; a database that is away has none of them.
    if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(asConflict(error));
    else for (const waiting of batch) await storeNext(db, room, [waiting]);
  }
}

function settle({ resolve, reject }: Waiting, answer: () => StoredTip): void {
  try {
    resolve(answer());
  } catch (error) {
    reject(error);
  }
}

/** The client id stands for a message already. */
export const asConflict = (error: unknown): unknown =>
  isDuplicate(error) ? new AppError('badRequest.idempotency.conflict') : error;
