import type { keepAlive as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import { type ChatSession, readAuthToLeave, signAuth } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { meterOf } from './reads.ts';
import { type PlayerReport, takeReport, type Watched } from './take-report.ts';

/**
 * Takes the player's report, which is the only thing that starts or renews a paid minute. Throws
 * `badRequest.session.ended` when the session is over or credits ran out, `badRequest.unauthorized` when the login has ended.
 */
export async function keepAlive(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { id } = await requireLogin(deps, caller, input.auth);
  const watched = await report(deps, id, input.stats);
  if (!watched) throw new AppError('badRequest.session.ended');
  const { session, minute, onlineStatus } = watched;
  const meter = meterOf(session, onlineStatus, { minute, ...termsOf(deps) });
  if (watched.balance !== null) announceCharge(deps, watched, meter);
  return { ...(await signAuth(deps, session)), room: session.performerId, meter };
}

/** A member's auth from somebody who is logged out: nothing of that login goes on. Throws as well what readOpenAuth throws. */
async function requireLogin(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const session = await readAuthToLeave(deps, caller, auth);
  if (session.memberId !== null && caller.kind === 'guest') {
    await endChatSession(deps, session.id, 'ping-unauthorized');
    throw new AppError('badRequest.unauthorized');
  }
  if (session.state === 'ended') throw new AppError('badRequest.session.ended');
  return session;
}

async function report(deps: Deps, id: string, stats: PlayerReport | undefined): Promise<Watched | null> {
  try {
    return await deps.db.transaction((tx) => takeReport(deps, tx, id, stats));
  } catch (error) {
    if (labelOf(error) !== 'badRequest.invalid.payment') throw error;
    await refuse(deps, id);
    return null;
  }
}

function announceCharge(deps: Deps, { session, balance }: Watched, meter: ReturnType<typeof meterOf>): void {
  if (session.memberId === null || balance === null) return;
  deps.push.toMember(session.memberId, 'updated-credits', { credits: balance });
  deps.push.toChatSession(session.id, 'chat-meter', meter);
  const fields = { session: session.id, minute: session.minutes, credits: meter.price };
  deps.events.record('chat.minute-charged', fields);
}

/** The balance does not carry the next minute. */
async function refuse(deps: Deps, sessionId: string): Promise<void> {
  const session = await endChatSession(deps, sessionId, 'no_credits');
  if (!session?.memberId) return;
  const action = session.minutes === 0 ? 'pre-paid' : 'interval';
  deps.push.toMember(session.memberId, 'payment-failed', { action });
}
