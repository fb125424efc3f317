import { eq, sql } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import { dayOf } from '#contract/day.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from './chat-auth.ts';
import { isUnheard, lockSession } from './reads.ts';
import { settleRunning } from './settle-running.ts';
import { chatSessions, guestWatches } from './tables.ts';

export interface Ending {
  /** True if the page was closed or reloaded, which keeps a show. */
  isPageGone?: boolean;
  /** Checked with the row locked: the session ends only if it returns true. */
  isDue?: (session: ChatSession) => boolean;
}

/**
 * Ends a session once: settles the running minute, cuts the picture and runs `chatEnded`. Null if the session has
 * already ended or is not due.
 */
export async function endChatSession(
  deps: Deps,
  sessionId: string,
  reason: EndReason,
  { isPageGone = false, isDue = () => true }: Ending = {},
): Promise<ChatSession | null> {
  return deps.db.transaction(async (tx) => {
    const before = await lockSession(tx, sessionId);
    if (!before || before.state === 'ended' || !isDue(before)) return null;
    const session = await end(deps, tx, before, reason);
    tx.afterCommit(() => deps.media.drop(sessionId));
    for (const follow of deps.chatEnded) tx.afterCommit(() => follow(deps, { session, reason, isPageGone }));
    const { minutes, spent } = session;
    tx.afterCommit(() => deps.events.record('chat.left', { session: sessionId, reason, minutes, spent }));
    return session;
  });
}

async function end(deps: Deps, tx: Tx, before: ChatSession, reason: EndReason): Promise<ChatSession> {
  const now = deps.now();
  // If the viewer vanished, or the process did, only the time up to the last report counts.
  const isVanished = reason === 'ping-auth-expired' || isUnheard(before);
  const viewer = isVanished ? null : deps.media.viewer(before.id);
  const settled = await settleRunning(deps, tx, before, { reason, viewer });
  const changes = { state: 'ended', endedAt: now, endReason: reason, ...settled } as const;
  const session = { ...before, ...changes };
  await tx.update(chatSessions).set(changes).where(eq(chatSessions.id, before.id));
  if (session.guestKey) await countGuestTime(tx, session, now);
  return session;
}

async function countGuestTime(tx: Tx, session: ChatSession, now: Date): Promise<void> {
  if (!session.guestKey || !session.firstFrameAt) return;
  const seconds = Math.ceil((now.getTime() - session.firstFrameAt.getTime()) / 1000);
  await tx
    .insert(guestWatches)
    .values({ guestKey: session.guestKey, performerId: session.performerId, day: dayOf(now), seconds })
    .onConflictDoUpdate({
      target: [guestWatches.guestKey, guestWatches.performerId, guestWatches.day],
      set: { seconds: sql`${guestWatches.seconds} + excluded.seconds` },
    });
}
