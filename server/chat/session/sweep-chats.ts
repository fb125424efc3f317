import type { MediaGateway } from '@vonk/media';
import { and, eq, ne, sql } from 'drizzle-orm';
import { AUTH_SECONDS, type EndReason, FIRST_FRAME_MS, NO_MEDIA_MS } from '#contract/chat/session.ts';
import { HEARD_MS, progressOf } from '#contract/chat/units.ts';
import { dayOf } from '#contract/day.ts';
import { sessions as logins } from '#server/identity/tables.ts';
import { returnRoom, returnSender, returnViewer } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatUnits } from '../units/tables.ts';
import type { ChatSession } from './chat-auth.ts';
import { proofOf, unitOwner } from './delivery.ts';
import { endChatSession } from './end-chat-session.ts';
import { guestSecondsAfter, isUnheard } from './reads.ts';
import { chatSessions, guestWatches } from './tables.ts';

/** An open session with the data that decides whether it ends. */
interface Open {
  session: ChatSession;
  /** ms left of the running unit as of the player's last report; null if none runs. */
  left: number | null;
  /** Seconds of free chat that a guest used today in earlier sessions with this performer. */
  guestSeconds: number | null;
  /** When the watching login ended; null while it is valid. */
  loggedOutAt: Date | null;
}

/**
 * Call the result once a second: it ends this process's open sessions that are over, and never charges. It also cuts
 * off sessions ended by another process, which cannot reach this media server.
 */
export function createChatSweep(deps: Deps): () => Promise<void> {
  let served: ReadonlySet<string> = new Set();
  return async () => {
    const open = await readOpen(deps);
    const ids = new Set(open.map(({ session }) => session.id));
    if (!deps.media.shared) for (const id of served) if (!ids.has(id)) cutOff(deps.media, id);
    served = ids;
    await sweepAll(deps, open);
  };
}

/** A single sweep without memory of an earlier one. */
export const sweepChats = (deps: Deps): Promise<void> => createChatSweep(deps)();

/** Drops the picture of a session and its member's camera. */
function cutOff(media: MediaGateway, id: string): void {
  for (const subject of [id, returnSender(id), returnViewer(id)]) media.drop(subject);
  media.closeRoom(returnRoom(id));
}

async function sweepAll(deps: Deps, open: readonly Open[]): Promise<void> {
  const failures: unknown[] = [];
  for (const each of open) await sweepOne(deps, each).catch((error) => failures.push(error));
  // One failing session must not keep the others from ending.
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${open.length} sessions were not swept`);
}

const readOpen = (deps: Deps): Promise<Open[]> =>
  deps.db
    .select({
      session: chatSessions,
      left: sql<number | null>`${chatUnits.unitMs} - ${chatUnits.deliveredMs}`,
      guestSeconds: guestWatches.seconds,
      loggedOutAt: logins.endedAt,
    })
    .from(chatSessions)
    .leftJoin(chatUnits, and(eq(chatUnits.sessionId, chatSessions.id), eq(chatUnits.state, 'running')))
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

/**
 * Decides again on the locked row, because this process may have been suspended since the query: the session stays if
 * it has moved to another process or its player has reported there.
 */
async function sweepOne(deps: Deps, open: Open): Promise<void> {
  const reason = overBecause(deps, open);
  const isDue = (session: ChatSession) =>
    session.node === deps.node && overBecause(deps, { ...open, session }) === reason;
  if (reason) await endChatSession(deps, open.session.id, reason, { isDue });
}

/** Why a session is over; null while it continues. */
function overBecause(deps: Deps, { session, left, guestSeconds, loggedOutAt }: Open): EndReason | null {
  if (loggedOutAt) return 'ping-unauthorized';
  // The picture was lost with the process that served it.
  if (session.takenOverAt && !deps.media.shared) return 'service-ended';
  const now = deps.now().getTime();
  const silence = now - session.lastSeenAt.getTime();
  if (silence > AUTH_SECONDS * 1000) return isUnheard(session) ? 'service-ended' : 'ping-auth-expired';
  const viewer = deps.media.viewer(session.id);
  const lastMedia = viewer?.lastMediaAt ?? (session.firstFrameAt ?? session.joinedAt).getTime();
  if (now - lastMedia > NO_MEDIA_MS) return 'failed';
  if (session.state === 'joined') return (viewer?.deliveredMs ?? 0) > FIRST_FRAME_MS ? 'failed' : null;
  if (session.guestKey) {
    const watched = (now - (session.firstFrameAt?.getTime() ?? 0)) / 1000;
    return watched >= guestSecondsAfter(deps, guestSeconds) ? 'guest_expired' : null;
  }
  // A viewer whose process is gone is looking for another, and may be silent for that long.
  if (unitOwner(session) === null || silence <= HEARD_MS || isUnheard(session)) return null;
  // No report asks for the next unit, so anything watched after it would be free.
  const { ran } = progressOf(proofOf(session, viewer, deps.now(), session.stalledMs), 0);
  return left === null || ran >= left ? 'ping-auth-expired' : null;
}
