import { and, eq, gt } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { streamWatches } from './tables.ts';

/** ms for which an opened stream can be watched: a working day, like a login at the desk. */
const WATCH_MS = 8 * 3_600_000;

export type Watch = typeof streamWatches.$inferSelect;

/** Stores that an operator has opened a stream or a show (`vip`), instead of the time before. */
export async function storeWatch(
  tx: Pick<Tx, 'insert'>,
  { operatorId, performerId, vip, openedAt }: Watch,
): Promise<void> {
  await tx
    .insert(streamWatches)
    .values({ operatorId, performerId, vip, openedAt })
    .onConflictDoUpdate({
      target: [streamWatches.operatorId, streamWatches.performerId],
      set: { vip, openedAt },
    });
}

/** The streams that operators may be watching, by operator or performer. */
export async function watches(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { operatorId, performerId }: { operatorId?: number; performerId?: number } = {},
): Promise<Watch[]> {
  const since = new Date(now().getTime() - WATCH_MS);
  return db
    .select()
    .from(streamWatches)
    .where(
      and(
        gt(streamWatches.openedAt, since),
        operatorId === undefined ? undefined : eq(streamWatches.operatorId, operatorId),
        performerId === undefined ? undefined : eq(streamWatches.performerId, performerId),
      ),
    );
}
