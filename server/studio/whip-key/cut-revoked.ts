import { streamRoom } from '#server/media/stream-room.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import { revokedSince } from '#server/performers/whip-key/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms for which a revocation is looked for, by a node that was busy or is new. */
const LOOK_BACK_MS = 60_000;

/** When each performer was cut off last, in ms: what she broadcasts since then goes on. */
const openHandled = () => new Map<number, number>();

/**
 * Ends what is broadcast with a key or token that was revoked, here or at the operator's desk. To be called every few
 * seconds by each node: each has rooms of its own.
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
