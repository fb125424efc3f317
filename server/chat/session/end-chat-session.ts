import { eq, sql } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from './chat-auth.ts';
import { type Booked, lockSession, paidClock, settleMinute } from './minutes.ts';
import { countViewers, dayOf } from './reads.ts';
import { chatSessions, guestWatches } from './tables.ts';

/** Ends a session once: settles the running minute, closes the picture, tells the viewer and the room. */
export async function endChatSession(deps: Deps, sessionId: string, reason: EndReason): Promise<void> {
  const clock = paidClock(deps);
  const { now } = clock;
  const ended = await deps.db.transaction(async (tx): Promise<Booked | null> => {
    const session = await lockSession(tx, sessionId);
    if (!session || session.state === 'ended') return null;
    const booked = await settleMinute(tx, session, clock);
    await tx
      .update(chatSessions)
      .set({ state: 'ended', endedAt: now, endReason: reason })
      .where(eq(chatSessions.id, sessionId));
    if (session.guestKey) await countGuestTime(tx, session, now);
    return booked;
  });
  if (ended) await announceEnd(deps, ended, reason);
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

async function announceEnd(
  deps: Deps,
  { session, balance, credited }: Booked,
  reason: EndReason,
): Promise<void> {
  deps.media.drop(session.id);
  if (reason !== 'left') deps.push.toChatSession(session.id, 'chat-ended', { session: session.id, reason });
  deps.push.leaveRoom(session.id, session.performerId);
  if (balance !== null && session.memberId !== null) {
    deps.push.toMember(session.memberId, 'updated-credits', { credits: balance });
  }
  if (credited > 0) deps.events.record('chat.stall-credited', { session: session.id, credits: credited });
  const viewers = await countViewers(deps, session.performerId);
  deps.push.toRoom(session.performerId, 'chat-viewers', { room: session.performerId, viewers });
  deps.events.record('chat.left', {
    session: session.id,
    reason,
    minutes: session.minutes,
    spent: session.spent,
  });
}
