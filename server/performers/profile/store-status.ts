import { and, eq, isNull, ne } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from './tables.ts';

/** Stores the status and tells everyone. Throws `badRequest.performer.notExists`. */
export async function storeStatus(deps: Deps, performerId: number, status: OnlineStatus): Promise<void> {
  // Offline: the picture of the stream goes too.
  const change =
    status === onlineStatus.offline ? { snapshot: null, snapshotAt: null } : { lastCamSession: deps.now() };
  const [row] = await deps.db
    .update(performers)
    .set({ onlineStatus: status, ...change })
    .where(and(eq(performers.id, performerId), isNull(performers.removedAt)))
    .returning({ user: performers.id, username: performers.username });
  if (!row) throw new AppError('badRequest.performer.notExists');
  deps.events.record('performer.status-set', { performer: performerId, status });
  deps.push.toEveryone('performer-status', { ...row, onlineStatus: status });
}

/** Ignored when the stream has ended meanwhile. */
export async function storeSnapshot(deps: Deps, performerId: number, version: string): Promise<void> {
  await deps.db
    .update(performers)
    .set({ snapshot: version, snapshotAt: deps.now() })
    .where(and(eq(performers.id, performerId), ne(performers.onlineStatus, onlineStatus.offline)));
}
