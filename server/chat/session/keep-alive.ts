import { and, eq, ne } from 'drizzle-orm';
import type { keepAlive as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { charge } from './charge.ts';
import { type ChatSession, readOpenAuth, signAuth } from './chat-auth.ts';
import { isDue, paidClock } from './minutes.ts';
import { meterOf } from './reads.ts';
import { chatSessions } from './tables.ts';

/**
 * Stores that the viewer is still there and what the player reports; the first frame starts the first paid minute.
 * Throws `badRequest.session.ended` when credits or a guest's time ran out.
 */
export async function keepAlive(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const before = await readOpenAuth(deps, caller, input.auth);
  const noted = await note(deps, before, input.stats);
  const session = isDue(noted, paidClock(deps)) ? await charge(deps, noted.id) : noted;
  if (!session) throw new AppError('badRequest.session.ended');
  const meter = meterOf(session, await readStatus(deps, session.performerId));
  return { ...(await signAuth(deps, session)), room: session.performerId, meter };
}

type Stats = ParsedInput<typeof call>['stats'];

async function note(deps: Deps, session: ChatSession, stats: Stats): Promise<ChatSession> {
  const now = deps.now();
  const begins = session.state === 'joined' && (stats?.framesDecoded ?? 0) > 0;
  const watched = session.firstFrameAt ? now.getTime() - session.firstFrameAt.getTime() : 0;
  // A player cannot have stalled for longer than it has watched, and a reported stall never shrinks.
  const stalledMs = Math.max(session.stalledMs, Math.min(Math.round(stats?.stalledMs ?? 0), watched));
  const [noted] = await deps.db
    .update(chatSessions)
    .set({ lastSeenAt: now, stalledMs, ...(begins ? { state: 'watching' as const, firstFrameAt: now } : {}) })
    .where(and(eq(chatSessions.id, session.id), ne(chatSessions.state, 'ended')))
    .returning();
  // The session ended since it was read.
  if (!noted) throw new AppError('badRequest.session.ended');
  return noted;
}
