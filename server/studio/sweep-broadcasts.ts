import { onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { onlinePerformers } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/** ms that an encoder may be away before the performer goes offline. */
export const ENCODER_GRACE_MS = 15_000;

/** ms between two looks of one process after which it knows nothing any more: it was held up, or another one looked. */
const BLIND_MS = 5000;

/**
 * Takes performers offline whose broadcast is gone for longer than the grace time. To be called every second by one process of
 * all; the returned function remembers since when each stream is missing.
 */
export function createBroadcastSweep(deps: Deps): () => Promise<void> {
  const missingSince = new Map<number, number>();
  let lookedAt = 0;
  return async () => {
    const online = await onlinePerformers(deps);
    const now = deps.now().getTime();
    if (now - lookedAt > BLIND_MS) missingSince.clear();
    lookedAt = now;
    for (const id of online.keys()) {
      if (deps.media.room(streamRoom(id)).publishing) {
        missingSince.delete(id);
        continue;
      }
      const since = missingSince.get(id) ?? now;
      missingSince.set(id, since);
      if (now - since < ENCODER_GRACE_MS) continue;
      missingSince.delete(id);
      await changeStatus(deps, id, onlineStatus.offline);
      deps.events.record('performer.lost', { performer: id });
    }
  };
}
