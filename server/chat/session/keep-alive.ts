import type { EndReason } from '#contract/chat/session.ts';
import type { keepAlive as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { codeOf } from '#server/db/code-of.ts';
import { createGroups, type Groups } from '#server/db/groups.ts';
import { isUnavailable } from '#server/db/is-unavailable.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import { signAuth } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { sessionIdOf } from './known-auths.ts';
import { meterOf } from './reads.ts';
import { type Beat, type BeatOutcome, storeBeats, type Watched } from './store-beats.ts';

/** Keep-alives of a group at most. */
const GROUP = 500;

/** Keep-alives of this process: on a busy site they are most of what is stored, so they are stored together. */
export const openBeats = (deps: Deps): Groups<Beat, BeatOutcome> =>
  createGroups({
    answerAll: (beats) =>
      storeBeats(deps, beats, { mayWait: false }).catch((error: unknown) => eachAlone(deps, beats, error)),
    everyMs: deps.config.keepAliveGroupMs,
    most: GROUP,
    // A member spends once at a time, and a session is counted once.
    keyOf: ({ memberId, sessionId }) => (memberId === null ? sessionId : String(memberId)),
  });

/** What one of them can't have, or has to wait for, the others don't miss. A database that is away has none of them. */
function eachAlone({ events }: Deps, beats: readonly Beat[], error: unknown): BeatOutcome[] {
  if (isUnavailable(error)) throw error;
  const code = codeOf(error);
  if (code !== LOCK_TIMEOUT) events.record('chat.beats-failed', { beats: beats.length, code });
  return beats.map(() => ({ kind: 'busy' }));
}

/** Of PostgreSQL. */
const LOCK_TIMEOUT = '55P03';

/**
 * Takes what the player says, which is the only thing that starts or renews a paid minute. Throws
 * `badRequest.invalid.auth`, `badRequest.session.ended` when the session is over, or credits ran out or a limit is
 * reached, and `badRequest.unauthorized` when the login has ended.
 */
export async function keepAlive(
  deps: Deps,
  caller: Caller,
  { auth, stats }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const sessionId = await sessionIdOf(deps, auth);
  if (sessionId === undefined) throw new AppError('badRequest.invalid.auth');
  const memberId = caller.kind === 'member' ? caller.memberId : null;
  const outcome = await store(deps, { sessionId, memberId, stats });
  switch (outcome.kind) {
    case 'foreign':
      throw new AppError('badRequest.invalid.auth');
    case 'logged-out':
      if (caller.kind !== 'guest') throw new AppError('badRequest.invalid.auth');
      // Nothing of that login goes on.
      await endChatSession(deps, sessionId, 'ping-unauthorized');
      throw new AppError('badRequest.unauthorized');
    case 'unpaid':
      await endUnpaid(deps, sessionId, outcome.label);
      throw new AppError('badRequest.session.ended');
    case 'ended':
      throw new AppError('badRequest.session.ended');
    case 'watched': {
      const { session, minute } = outcome;
      const meter = meterOf(session, outcome.onlineStatus, { minute, ...termsOf(deps) });
      if (outcome.balance !== null) announceCharge(deps, outcome, meter);
      return { ...signAuth(deps, session), room: session.performerId, meter };
    }
  }
}

async function store(deps: Deps, beat: Beat): Promise<Exclude<BeatOutcome, { kind: 'busy' }>> {
  const together = await deps.part(openBeats).add(beat);
  if (together.kind !== 'busy') return together;
  const [alone] = await storeBeats(deps, [beat], { mayWait: true });
  if (!alone || alone.kind === 'busy') throw new Error('a keep-alive was not answered');
  return alone;
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

async function endUnpaid(deps: Deps, sessionId: string, label: ErrorLabel): Promise<void> {
  const reason = unpaid[label];
  if (!reason) throw new AppError(label);
  const session = await endChatSession(deps, sessionId, reason);
  if (!session?.memberId || reason !== 'no_credits') return;
  const action = session.minutes === 0 ? 'pre-paid' : 'interval';
  const debt = label === 'badRequest.debt.open';
  deps.push.toMember(session.memberId, 'payment-failed', { action, ...(debt && { debt }) });
}
