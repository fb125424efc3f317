import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { LIVE_AFTER_MS } from '#contract/member/notices/live-notice-calls.ts';
import { isLive, isPaused, isVip } from '#contract/performers/status.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { isShownTo, type PerformerViewer } from '#server/ports/performer-viewer.ts';
import { performers } from '../tables.ts';

/** A performer's first free or paid chat after being offline. */
export interface LiveStart {
  performerId: number;
  /** ISO time; another start of hers has another one. */
  since: string;
}

export const liveStart = z.object({ performerId: z.number().int(), since: z.string() });

/** Runs a while after the start; the handler is bound in boot. */
export const liveStartWork: WorkKind<LiveStart> = { kind: 'live-start', payload: liveStart };

/** Stores the work in the caller's transaction. */
export const addLiveStart = (tx: Tx, start: LiveStart, now: Date): Promise<void> =>
  addWork(tx, liveStartWork, { payload: start, runAt: new Date(now.getTime() + LIVE_AFTER_MS) });

/**
 * Null if this start has ended, or if she does not exist for the viewer. `isOpen`: she is in free or paid chat now, not in
 * a show or a break.
 */
export async function readLiveStart(
  db: Pick<Db, 'select'>,
  { performerId, since }: LiveStart,
  viewer: PerformerViewer,
): Promise<{ username: string; isOpen: boolean } | null> {
  const [row] = await db
    .select({
      username: performers.username,
      status: performers.onlineStatus,
      publicSince: performers.publicSince,
      id: performers.id,
      removedAt: performers.removedAt,
      suspendedAt: performers.suspendedAt,
      hiddenIn: performers.hiddenIn,
    })
    .from(performers)
    .where(eq(performers.id, performerId));
  if (row?.publicSince?.toISOString() !== since || !isShownTo(viewer, row)) return null;
  const { username, status } = row;
  return { username, isOpen: isLive(status) && !isVip(status) && !isPaused(status) };
}
