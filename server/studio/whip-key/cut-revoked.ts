import { endedPerformerSessions } from '#server/identity/sessions.ts';
import { ofLogin, previewViewer, streamRoom } from '#server/media/rooms.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import { revokedSince } from '#server/performers/whip-key/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms for which a busy or new node looks back for revocations. */
const LOOK_BACK_MS = 60_000;

/** When each performer was last cut off, in ms: broadcasts started since then continue. And ended logins, likewise. */
const openHandled = () => ({ keys: new Map<number, number>(), logins: new Map<string, number>() });

/**
 * Ends broadcasts whose key or token was revoked, here or by the operator, and what logins have opened that have ended: a
 * broadcast from the studio's page, and the performer's view of her own stream. Each node must call it every few seconds,
 * because each has its own rooms.
 */
export async function cutRevoked({
  db,
  media,
  now,
  part,
}: Pick<Deps, 'db' | 'media' | 'now' | 'part'>): Promise<void> {
  const { keys: done, logins } = part(openHandled);
  const since = now().getTime() - LOOK_BACK_MS;
  for (const { performerId, revokedAt } of await revokedSince(db, new Date(since))) {
    if ((done.get(performerId) ?? 0) >= revokedAt.getTime()) continue;
    done.set(performerId, revokedAt.getTime());
    media.drop(publisherOf(performerId));
    media.closeRoom(streamRoom(performerId));
  }
  for (const { sessionId, performerId, endedAt } of await endedPerformerSessions(db, new Date(since))) {
    if (logins.has(sessionId)) continue;
    logins.set(sessionId, endedAt.getTime());
    for (const name of [publisherOf(performerId), previewViewer(performerId)])
      media.drop(ofLogin(name, sessionId));
  }
  for (const [performerId, at] of done) if (at < since) done.delete(performerId);
  for (const [sessionId, at] of logins) if (at < since) logins.delete(sessionId);
}
