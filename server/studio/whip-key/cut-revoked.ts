import { streamRoom } from '#server/media/rooms.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import { revokedSince } from '#server/performers/whip-key/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms for which a busy or new node looks back for revocations. */
const LOOK_BACK_MS = 60_000;

/** When each performer was last cut off, in ms: broadcasts started since then continue. */
const openHandled = () => new Map<number, number>();

/**
 * Ends broadcasts whose key or token was revoked, here or by the operator. Each node must call it every few seconds,
 * because each has its own rooms.
 */
export async function cutRevoked({
  db,
  media,
  now,
  part,
}: Pick<Deps, 'db' | 'media' | 'now' | 'part'>): Promise<void> {
  const done = part(openHandled);
  const since = now().getTime() - LOOK_BACK_MS;
  for (const { performerId, revokedAt } of await revokedSince(db, new Date(since))) {
    if ((done.get(performerId) ?? 0) >= revokedAt.getTime()) continue;
    done.set(performerId, revokedAt.getTime());
    media.drop(publisherOf(performerId));
    media.closeRoom(streamRoom(performerId));
  }
  for (const [performerId, at] of done) if (at < since) done.delete(performerId);
}
