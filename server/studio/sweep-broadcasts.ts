import { onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/** ms for which a broadcast may be interrupted before the performer goes offline; nothing is charged meanwhile. */
export const ENCODER_GRACE_MS = 60_000;

/**
 * ms between two runs after which this process forgets what it saw: it was stalled, another process ran the sweep, or
 * the clock was set.
 */
const BLIND_MS = 5000;

/**
 * Takes performers offline whose broadcast is missing for longer than the grace time. One process must call it every
 * second; the returned function remembers since when each stream is missing.
 */
export function createBroadcastSweep(deps: Deps): () => Promise<void> {
  const missingSince = new Map<number, number>();
  let lookedAt = 0;
  return async () => {
    const online = await onlinePerformers(deps);
    const now = deps.now().getTime();
    if (Math.abs(now - lookedAt) > BLIND_MS) missingSince.clear();
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
      deps.push.toPerformer(id, 'studio-ended', { what: 'broadcast', why: 'lost' });
      deps.events.record('performer.lost', { performer: id });
    }
  };
}
