import type { EndReason } from '#contract/chat/session.ts';
import type { keepAlive as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import { type ChatSession, readAuthToLeave, signAuth } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { meterOf } from './reads.ts';
import { type PlayerReport, takeReport, type Watched } from './take-report.ts';

/**
 * Takes the player's report, which is the only thing that starts or renews a paid minute. Throws
 * `badRequest.session.ended` when the session is over, or credits ran out or a limit is reached, `badRequest.unauthorized` when the login has ended.
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
    const label = labelOf(error);
    const reason = unpaid[label];
    if (!reason) throw error;
    await refuse(deps, id, { reason, owes: label === 'badRequest.debt.open' });
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

/** Why a session ends whose next minute can't be paid. */
const unpaid: Partial<Record<ErrorLabel, EndReason>> = {
  'badRequest.invalid.payment': 'no_credits',
  'badRequest.debt.open': 'no_credits',
  'badRequest.limit.reached': 'limit-reached',
  'badRequest.limit.coolOff': 'cool-off',
};

interface Refusal {
  reason: EndReason;
  /** Whether a debt is what refused it. */
  owes: boolean;
}

async function refuse(deps: Deps, sessionId: string, { reason, owes }: Refusal): Promise<void> {
  const session = await endChatSession(deps, sessionId, reason);
  if (!session?.memberId || reason !== 'no_credits') return;
  const action = session.minutes === 0 ? 'pre-paid' : 'interval';
  deps.push.toMember(session.memberId, 'payment-failed', { action, ...(owes && { debt: true }) });
}
