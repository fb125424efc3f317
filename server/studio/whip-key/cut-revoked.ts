import { endedPerformerSessions } from '#server/identity/ended-logins.ts';
import { isPreview, loginOf, ofLogin, streamRoom } from '#server/media/rooms.ts';
import { revokedSince } from '#server/performers/whip-key/keys.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms for which a node looks back that has just started. */
const START_MS = 60_000;
/** ms for which it looks back afterwards: by so much may the clock of the node that revoked be behind. */
const LOOK_BACK_MS = 24 * 3_600_000;

/**
 * Each performer's last revocation that was handled, in ms: broadcasts started since then continue. And ended logins,
 * likewise.
 */
const openHandled = () => ({
  keys: new Map<number, number>(),
  logins: new Map<string, number>(),
  isStarted: false,
});

/** Each time anew: a view may have been interrupted when its login ended, and come back. */
function dropPreviews(
  media: Deps['media'],
  over: readonly { readonly sessionId: string; readonly performerId: number }[],
): void {
  const ended = new Set(over.map(({ sessionId }) => sessionId));
  for (const performerId of new Set(over.map((login) => login.performerId)))
    for (const subject of media.watchers(streamRoom(performerId)))
      if (isPreview(subject, performerId) && ended.has(loginOf(subject).sessionId ?? '')) media.drop(subject);
}

/**
 * Ends broadcasts with a revoked key or token, and broadcasts and own views from the studio's page whose login has
 * ended. Call it every few seconds on each node, which has its own rooms.
 */
export async function cutRevoked({
  db,
  media,
  now,
  part,
}: Pick<Deps, 'db' | 'media' | 'now' | 'part'>): Promise<void> {
  const handled = part(openHandled);
  const { keys: done, logins } = handled;
  const since = now().getTime() - LOOK_BACK_MS;
  // What is older was handled before this process started; afterwards, what is new to it counts, however old it says it is.
  const isOld = (at: Date): boolean => !handled.isStarted && at.getTime() < now().getTime() - START_MS;
  for (const { performerId, revokedAt } of await revokedSince(db, new Date(since))) {
    if (done.get(performerId) === revokedAt.getTime()) continue;
    done.set(performerId, revokedAt.getTime());
    if (isOld(revokedAt)) continue;
    media.drop(publisherOf(performerId));
    media.closeRoom(streamRoom(performerId));
  }
  const over = await endedPerformerSessions({ db, now }, new Date(since));
  for (const { sessionId, performerId, endedAt } of over) {
    if (logins.has(sessionId)) continue;
    logins.set(sessionId, endedAt.getTime());
    if (isOld(endedAt)) continue;
    media.drop(ofLogin(publisherOf(performerId), sessionId));
  }
  dropPreviews(media, over);
  handled.isStarted = true;
  for (const [performerId, at] of done) if (at < since) done.delete(performerId);
  for (const [sessionId, at] of logins) if (at < since) logins.delete(sessionId);
}
