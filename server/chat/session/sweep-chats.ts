import { and, eq, ne, sql } from 'drizzle-orm';
import { KEEP_ALIVE_GRACE_MS } from '#contract/chat/session.ts';
import type { Deps } from '#server/ports/deps.ts';
import { charge } from './charge.ts';
import type { ChatSession } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { isDue, paidClock } from './minutes.ts';
import { guestSecondsLeft } from './reads.ts';
import { chatSessions } from './tables.ts';

/** ms after which a viewer who receives media is charged although the player reports nothing. */
const UNREPORTED_MS = 5000;
/** ms without a packet after which a viewer counts as receiving nothing. */
const SILENCE_MS = 2000;

/**
 * Once a second for every open session: ends abandoned ones, starts those that watch without reporting, charges what
 * is due, ends guests whose time is up. `elapsed`: ms since the last sweep.
 */
export async function sweepChats(deps: Deps, elapsed: number): Promise<void> {
  const open = await deps.db.select().from(chatSessions).where(ne(chatSessions.state, 'ended'));
  const failures: unknown[] = [];
  for (const session of open) await sweepOne(deps, session, elapsed).catch((error) => failures.push(error));
  // One failing session must not keep the others from being charged or ended.
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${open.length} sessions were not swept`);
}

async function sweepOne(deps: Deps, session: ChatSession, elapsed: number): Promise<void> {
  const now = deps.now().getTime();
  if (now - session.lastSeenAt.getTime() > KEEP_ALIVE_GRACE_MS)
    return endChatSession(deps, session.id, 'ping-auth-expired');
  if (session.state === 'joined') return startUnreported(deps, session);
  if (session.guestKey) return endExpiredGuest(deps, session);
  if (session.type === 'free') return;
  if (receivesNothing(deps, session, now)) await noteSilence(deps, session.id, elapsed);
  if (isDue(session, paidClock(deps))) await charge(deps, session.id);
}

function receivesNothing(deps: Deps, session: ChatSession, now: number): boolean {
  const viewer = deps.media.viewer(session.id);
  const lastMedia = viewer?.lastMediaAt ?? session.firstFrameAt?.getTime() ?? now;
  return viewer?.connected === false || now - lastMedia > SILENCE_MS;
}

async function startUnreported(deps: Deps, session: ChatSession): Promise<void> {
  const delivered = deps.media.viewer(session.id)?.packetsOut ?? 0;
  const now = deps.now();
  if (delivered === 0 || now.getTime() - session.joinedAt.getTime() < UNREPORTED_MS) return;
  await deps.db
    .update(chatSessions)
    .set({ state: 'watching', firstFrameAt: now })
    .where(and(eq(chatSessions.id, session.id), eq(chatSessions.state, 'joined')));
  await charge(deps, session.id);
}

async function noteSilence(deps: Deps, sessionId: string, elapsed: number): Promise<void> {
  await deps.db
    .update(chatSessions)
    .set({ silentMs: sql`${chatSessions.silentMs} + ${Math.round(elapsed)}` })
    .where(eq(chatSessions.id, sessionId));
}

async function endExpiredGuest(deps: Deps, session: ChatSession): Promise<void> {
  const watched = (deps.now().getTime() - (session.firstFrameAt?.getTime() ?? 0)) / 1000;
  const left = await guestSecondsLeft(deps, session.guestKey ?? '', session.performerId);
  if (watched >= left) await endChatSession(deps, session.id, 'guest_expired');
}
