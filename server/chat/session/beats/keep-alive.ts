import { unitPart } from '#contract/chat/prices.ts';
import type { EndReason } from '#contract/chat/session.ts';
import type {
  keepAlive as keepAliveCall,
  reportChatError as reportChatErrorCall,
} from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { codeOf, isUnavailable } from '#server/db/errors.ts';
import { createGroups, type Groups } from '#server/db/groups.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { authOf } from '../auth-cache.ts';
import { signAuth } from '../chat-auth.ts';
import { endChatSession } from '../end-chat-session.ts';
import { meterOf } from '../reads.ts';
import type { Beat, BeatOutcome, Watched } from './beat.ts';
import { storeBeats } from './store-beats.ts';

/** Maximum number of keep-alives per group. */
const GROUP = 500;

/** Groups the keep-alives of this process: on a busy site they are most of the writes. */
const openBeats = (deps: Deps): Groups<Beat, BeatOutcome> =>
  createGroups({
    answerAll: (beats) =>
      storeBeats(deps, beats, { mayWait: false }).catch((error: unknown) => eachAlone(deps, beats, error)),
    everyMs: deps.config.keepAliveGroupMs,
    most: GROUP,
    // A member is charged once at a time, and a session is counted once.
    keyOf: ({ memberId, sessionId }) => (memberId === null ? sessionId : String(memberId)),
  });

/** After a group failed, each of its keep-alives is retried alone. Throws if the database is unavailable. */
function eachAlone({ events }: Deps, beats: readonly Beat[], error: unknown): BeatOutcome[] {
  if (isUnavailable(error)) throw error;
  const code = codeOf(error);
  if (code !== LOCK_TIMEOUT) events.record('chat.beats-failed', { beats: beats.length, code });
  return beats.map(() => ({ kind: 'busy' }));
}

/** PostgreSQL's code for a lock timeout. */
const LOCK_TIMEOUT = '55P03';

/**
 * Stores the player's report; nothing else starts or renews a paid unit. Throws `badRequest.invalid.auth`,
 * `badRequest.session.ended` if the session is over, the performer does not exist for this viewer any more, credits
 * ran out or a limit is reached, and `badRequest.unauthorized` if the login has ended.
 */
export async function keepAlive(
  deps: Deps,
  caller: Caller,
  { auth, stats }: ParsedInput<typeof keepAliveCall>,
): Promise<OutputOf<typeof keepAliveCall>> {
  const issued = await authOf(deps, auth);
  if (!issued) throw new AppError('badRequest.invalid.auth');
  const { session: sessionId, location: locationBefore } = issued;
  const { location } = caller.request;
  const memberId = caller.kind === 'member' ? caller.memberId : null;
  const outcome = await store(deps, { sessionId, memberId, stats, location, locationBefore });
  switch (outcome.kind) {
    case 'foreign':
      throw new AppError('badRequest.invalid.auth');
    case 'logged-out':
      if (caller.kind !== 'guest') throw new AppError('badRequest.invalid.auth');
      // A login's end also ends its chats.
      await endChatSession(deps, sessionId, 'ping-unauthorized');
      throw new AppError('badRequest.unauthorized');
    case 'unseen':
      await endChatSession(deps, sessionId, 'host-disconnected');
      throw new AppError('badRequest.session.ended');
    case 'moved':
      // The viewer chooses where a request comes from: its end returns no more than a lost line.
      await endChatSession(deps, sessionId, 'ping-auth-expired');
      throw new AppError('badRequest.session.ended');
    case 'unpaid':
      await endUnpaid(deps, sessionId, outcome.label);
      throw new AppError('badRequest.session.ended');
    case 'ended':
      throw new AppError('badRequest.session.ended');
    case 'watched': {
      const { session, unit, reception } = outcome;
      const meter = meterOf(session, outcome.onlineStatus, unit);
      if (outcome.balance !== null) announceCharge(deps, outcome, meter);
      return { ...signAuth(deps, session, location), room: session.performerId, meter, reception };
    }
  }
}

async function store(deps: Deps, beat: Beat): Promise<Exclude<BeatOutcome, { kind: 'busy' }>> {
  const together = await deps.part(openBeats).add(beat);
  if (together.kind !== 'busy') return together;
  const [alone] = await storeBeats(deps, [beat], { mayWait: true });
  if (!alone || alone.kind === 'busy') throw new Error(`No keep-alive outcome for session ${beat.sessionId}`);
  return alone;
}

function announceCharge(deps: Deps, { session, balance }: Watched, meter: ReturnType<typeof meterOf>): void {
  if (session.memberId === null || balance === null) return;
  deps.push.toMember(session.memberId, 'updated-credits', { credits: balance });
  deps.push.toChatSession(session.id, 'chat-meter', meter);
  const fields = {
    session: session.id,
    minute: session.minutes,
    credits: unitPart(meter.price, session.unitSeconds),
  };
  deps.events.record('chat.minute-charged', fields);
}

/** End reasons for a refused charge. */
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

/** Maximum number of characters in the log. */
const LOGGED = 120;

export async function reportChatError(
  deps: Deps,
  _caller: Caller,
  { error }: ParsedInput<typeof reportChatErrorCall>,
): Promise<OutputOf<typeof reportChatErrorCall>> {
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  deps.events.record('chat.player-error', { error: text.slice(0, LOGGED) });
  return { logged: true };
}
