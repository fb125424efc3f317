import { and, eq, ne, notInArray } from 'drizzle-orm';
import { HEARD_MS, progressOf } from '#contract/chat/minutes.ts';
import { AUTH_SECONDS, type EndReason, FIRST_FRAME_MS, NO_MEDIA_MS } from '#contract/chat/session.ts';
import { liveNodes } from '#server/db/lease.ts';
import { sessions as logins } from '#server/identity/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import { chatMinutes } from '../minutes/tables.ts';
import type { ChatSession } from './chat-auth.ts';
import { endChatSession } from './end-chat-session.ts';
import { dayOf, guestSecondsAfter } from './reads.ts';
import { chatSessions, guestWatches } from './tables.ts';
import { minuteOwner, proofOf } from './take-report.ts';

/** An open session with what decides over it. */
interface Open {
  session: ChatSession;
  /** ms of the running minute as of the player's last report; null while none runs. */
  delivered: number | null;
  /** Seconds of free chat that a guest used today in earlier sessions with this performer. */
  guestSeconds: number | null;
  /** The end of the login that watches. */
  loggedOutAt: Date | null;
}

/**
 * Once a second for every open session of this process: ends those that are over. Charges nothing: only a player's
 * report does. One query for all of them; only those that end are asked for one by one.
 */
export async function sweepChats(deps: Deps): Promise<void> {
  const open = await readOpen(deps);
  const failures: unknown[] = [];
  for (const each of open) await sweepOne(deps, each).catch((error) => failures.push(error));
  // One failing session must not keep the others from being ended.
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${open.length} sessions were not swept`);
}

const readOpen = (deps: Deps): Promise<Open[]> =>
  deps.db
    .select({
      session: chatSessions,
      delivered: chatMinutes.deliveredMs,
      guestSeconds: guestWatches.seconds,
      loggedOutAt: logins.endedAt,
    })
    .from(chatSessions)
    .leftJoin(chatMinutes, and(eq(chatMinutes.sessionId, chatSessions.id), eq(chatMinutes.state, 'running')))
    .leftJoin(
      guestWatches,
      and(
        eq(guestWatches.guestKey, chatSessions.guestKey),
        eq(guestWatches.performerId, chatSessions.performerId),
        eq(guestWatches.day, dayOf(deps.now())),
      ),
    )
    .leftJoin(logins, eq(logins.id, chatSessions.loginId))
    .where(and(eq(chatSessions.node, deps.node), ne(chatSessions.state, 'ended')));

async function sweepOne(deps: Deps, open: Open): Promise<void> {
  const reason = overBecause(deps, open);
  if (reason) await endChatSession(deps, open.session.id, reason);
}

/** Why a session is over; null while it goes on. */
function overBecause(deps: Deps, { session, delivered, guestSeconds, loggedOutAt }: Open): EndReason | null {
  if (loggedOutAt) return 'ping-unauthorized';
  const now = deps.now().getTime();
  const silence = now - session.lastSeenAt.getTime();
  if (silence > AUTH_SECONDS * 1000) return 'ping-auth-expired';
  const viewer = deps.media.viewer(session.id);
  const lastMedia = viewer?.lastMediaAt ?? (session.firstFrameAt ?? session.joinedAt).getTime();
  if (now - lastMedia > NO_MEDIA_MS) return 'failed';
  if (session.state === 'joined') return (viewer?.deliveredMs ?? 0) > FIRST_FRAME_MS ? 'failed' : null;
  if (session.guestKey) {
    const watched = (now - (session.firstFrameAt?.getTime() ?? 0)) / 1000;
    return watched >= guestSecondsAfter(deps, guestSeconds) ? 'guest_expired' : null;
  }
  if (minuteOwner(session) === null || silence <= HEARD_MS) return null;
  // Nobody asks for the next minute, so what is watched from here on would be free.
  const { minuteMs } = termsOf(deps);
  const { ran } = progressOf(proofOf(session, viewer, deps.now(), session.stalledMs), 0);
  return delivered === null || delivered + ran >= minuteMs ? 'ping-auth-expired' : null;
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
