import { and, eq, ne, notInArray } from 'drizzle-orm';
import { HEARD_MS, progressOf } from '#contract/chat/minutes.ts';
import { AUTH_SECONDS, FIRST_FRAME_MS, NO_MEDIA_MS } from '#contract/chat/session.ts';
import { liveNodes } from '#server/db/lease.ts';
import type { Deps } from '#server/ports/deps.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import { chatMinutes } from '../minutes/tables.ts';
import type { ChatSession } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { guestSecondsLeft } from './reads.ts';
import { chatSessions } from './tables.ts';
import { minuteOwner, proofOf } from './take-report.ts';

/**
 * Once a second for every open session of this process: ends those that are over. Charges nothing: only a player's
 * report does.
 */
export async function sweepChats(deps: Deps): Promise<void> {
  const open = await deps.db
    .select({ session: chatSessions, delivered: chatMinutes.deliveredMs })
    .from(chatSessions)
    .leftJoin(chatMinutes, and(eq(chatMinutes.sessionId, chatSessions.id), eq(chatMinutes.state, 'running')))
    .where(and(eq(chatSessions.node, deps.node), ne(chatSessions.state, 'ended')));
  const failures: unknown[] = [];
  for (const { session, delivered } of open)
    await sweepOne(deps, session, delivered).catch((error) => failures.push(error));
  // One failing session must not keep the others from being ended.
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${open.length} sessions were not swept`);
}

/** `delivered`: ms of the running minute as of the player's last report; null while none runs. */
async function sweepOne(deps: Deps, session: ChatSession, delivered: number | null): Promise<unknown> {
  const now = deps.now().getTime();
  const silence = now - session.lastSeenAt.getTime();
  if (silence > AUTH_SECONDS * 1000) return endChatSession(deps, session.id, 'ping-auth-expired');
  const viewer = deps.media.viewer(session.id);
  const lastMedia = viewer?.lastMediaAt ?? (session.firstFrameAt ?? session.joinedAt).getTime();
  if (now - lastMedia > NO_MEDIA_MS) return endChatSession(deps, session.id, 'failed');
  if (session.state === 'joined') {
    const showsNothing = (viewer?.deliveredMs ?? 0) > FIRST_FRAME_MS;
    return showsNothing ? endChatSession(deps, session.id, 'failed') : undefined;
  }
  if (session.guestKey) return endExpiredGuest(deps, session);
  if (minuteOwner(session) === null || silence <= HEARD_MS) return undefined;
  // Nobody asks for the next minute, so what is watched from here on would be free.
  const { minuteMs } = termsOf(deps);
  const { ran } = progressOf(proofOf(session, viewer, deps.now(), session.stalledMs), 0);
  const isUsed = delivered === null || delivered + ran >= minuteMs;
  return isUsed ? endChatSession(deps, session.id, 'ping-auth-expired') : undefined;
}

async function endExpiredGuest(deps: Deps, session: ChatSession): Promise<void> {
  const watched = (deps.now().getTime() - (session.firstFrameAt?.getTime() ?? 0)) / 1000;
  const left = await guestSecondsLeft(deps, session.guestKey ?? '', session.performerId);
  if (watched >= left) await endChatSession(deps, session.id, 'guest_expired');
}

/** Ends every open session of this process, before it stops. */
export async function endOwnChats(deps: Deps): Promise<void> {
  const open = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.node, deps.node), ne(chatSessions.state, 'ended')));
  for (const { id } of open) await endChatSession(deps, id, 'service-ended');
}

/** Ends the sessions of processes that are gone, by what was last stored of them. */
export async function endOrphanedChats(deps: Deps): Promise<void> {
  const nodes = await liveNodes(deps.db, deps.now());
  const orphans = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(ne(chatSessions.state, 'ended'), notInArray(chatSessions.node, [...nodes, deps.node])));
  for (const { id } of orphans) await endChatSession(deps, id, 'service-ended');
}
