import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { performers } from './tables.ts';

/** Stores a performer's status and tells everyone. Throws `badRequest.performer.notExists`. */
export async function storeStatus(deps: Deps, performerId: number, status: OnlineStatus): Promise<void> {
  const seen = { lastCamSession: deps.now() };
  const [row] = await deps.db
    .update(performers)
    .set({ onlineStatus: status, ...(status === onlineStatus.offline ? {} : seen) })
    .where(and(eq(performers.id, performerId), isNull(performers.removedAt)))
    .returning({ user: performers.id, username: performers.username });
  if (!row) throw new AppError('badRequest.performer.notExists');
  deps.events.record('performer.status-set', { performer: performerId, status });
  deps.push.toEveryone('performer-status', { ...row, onlineStatus: status });
}
