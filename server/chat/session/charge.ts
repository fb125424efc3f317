import { readStatus } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { type Booked, chargeMinute, isBalanceTooLow, lockSession, paidClock } from './minutes.ts';
import { meterOf } from './reads.ts';

/** Charges what is due and tells the viewer; a balance that is too low ends the session. */
export async function charge(deps: Deps, sessionId: string): Promise<ChatSession | null> {
  try {
    return await book(deps, sessionId);
  } catch (error) {
    if (!isBalanceTooLow(error)) throw error;
    await refuse(deps, sessionId);
    return null;
  }
}

async function book(deps: Deps, sessionId: string): Promise<ChatSession | null> {
  const clock = paidClock(deps);
  const result = await deps.db.transaction(
    async (tx): Promise<(Booked & { onlineStatus: number }) | null> => {
      const session = await lockSession(tx, sessionId);
      if (!session || session.state === 'ended') return null;
      const onlineStatus = await readStatus({ db: tx }, session.performerId);
      return { ...(await chargeMinute(tx, session, { ...clock, onlineStatus })), onlineStatus };
    },
  );
  if (!result) return null;
  const { session, balance, credited, onlineStatus } = result;
  if (balance !== null && session.memberId !== null) {
    const meter = meterOf(session, onlineStatus);
    deps.push.toMember(session.memberId, 'updated-credits', { credits: balance });
    deps.push.toChatSession(session.id, 'chat-meter', meter);
    deps.events.record('chat.minute-charged', {
      session: session.id,
      minute: session.minutes,
      credits: meter.price,
    });
  }
  if (credited > 0) deps.events.record('chat.stall-credited', { session: session.id, credits: credited });
  return session;
}

async function refuse(deps: Deps, sessionId: string): Promise<void> {
  const session = await deps.db.transaction((tx) => lockSession(tx, sessionId));
  if (session?.memberId) {
    const action = session.minutes === 0 ? 'pre-paid' : 'interval';
    deps.push.toMember(session.memberId, 'payment-failed', { action });
  }
  await endChatSession(deps, sessionId, 'no_credits');
}
