import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from '../tables.ts';

interface StoredStatus {
  user: number;
  username: string;
  onlineStatus: OnlineStatus;
}

/** Stores the status and pushes it to everyone. Throws `badRequest.performer.notExists`. */
export async function storeStatus(deps: Deps, performerId: number, status: OnlineStatus): Promise<void> {
  const stored = await moveStatus(deps.db, { performerId, status, at: deps.now() });
  if (!stored) throw new AppError('badRequest.performer.notExists');
  announceStatus(deps, stored);
}

export interface StatusMove {
  performerId: number;
  status: OnlineStatus;
  /** Allowed previous statuses; any if missing. */
  from?: readonly OnlineStatus[];
  at: Date;
}

/** Runs in the caller's transaction; null if it does not apply. Call `announceStatus` after the commit. */
export async function moveStatus(
  db: Pick<Db, 'update'>,
  { performerId, status, from, at }: StatusMove,
): Promise<StoredStatus | null> {
  // Going offline also removes the stream's snapshot.
  const change =
    status === onlineStatus.offline ? { snapshot: null, snapshotAt: null } : { lastCamSession: at };
  const [row] = await db
    .update(performers)
    .set({ onlineStatus: status, ...change })
    .where(
      and(
        eq(performers.id, performerId),
        isNull(performers.removedAt),
        from && inArray(performers.onlineStatus, [...from]),
      ),
    )
    .returning({ user: performers.id, username: performers.username });
  return row ? { ...row, onlineStatus: status } : null;
}

export function announceStatus(deps: Deps, stored: StoredStatus): void {
  deps.events.record('performer.status-set', { performer: stored.user, status: stored.onlineStatus });
  deps.push.toEveryone('performer-status', stored);
}

/** Does nothing if the stream has ended meanwhile. */
export async function storeSnapshot(deps: Deps, performerId: number, version: string): Promise<void> {
  await deps.db
    .update(performers)
    .set({ snapshot: version, snapshotAt: deps.now() })
    .where(and(eq(performers.id, performerId), ne(performers.onlineStatus, onlineStatus.offline)));
}

/** Stores whether the performer's toy reacts to tips, which joining viewers are told. */
export async function storeToyActive(tx: Tx, performerId: number, active: boolean): Promise<void> {
  await tx.update(performers).set({ toyActive: active }).where(eq(performers.id, performerId));
}
