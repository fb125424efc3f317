import { onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { onlinePerformers } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keepSnapshot } from './keep-snapshot.ts';

/** How often a running stream is looked at, in ms. */
export const SNAPSHOT_EVERY_MS = 30_000;
/** Rooms looked at side by side: an encoder may take its time. */
const AT_ONCE = 4;

/** Nobody is shown who is with one member only, or who has left the camera for a moment. */
const shown: ReadonlySet<number> = new Set([onlineStatus.online, onlineStatus.free]);

/**
 * Takes a picture of each running stream every 30 s. The returned function is called every few seconds, so that
 * whoever has just come on gets a picture soon; it remembers when which stream was looked at.
 */
export function createSnapshotSweep(deps: Deps): () => Promise<void> {
  const lookedAt = new Map<number, number>();
  return async () => {
    const online = await onlinePerformers(deps);
    for (const id of lookedAt.keys()) if (!online.has(id)) lookedAt.delete(id);
    const now = deps.now().getTime();
    const due = [...online]
      .filter(([id, status]) => shown.has(status) && now - (lookedAt.get(id) ?? 0) >= SNAPSHOT_EVERY_MS)
      .map(([id]) => id)
      .filter((id) => deps.media.room(streamRoom(id)).publishing);
    for (let at = 0; at < due.length; at += AT_ONCE) {
      await Promise.all(
        due.slice(at, at + AT_ONCE).map(async (id) => {
          lookedAt.set(id, now);
          await look(deps, id);
        }),
      );
    }
  };
}

async function look(deps: Deps, id: number): Promise<void> {
  const picture = await deps.media.picture(streamRoom(id));
  if (!picture) return;
  // A frame no picture can be made of is one stream's trouble, and there is another in half a minute.
  await keepSnapshot(deps, id, { picture, format: 'webp' }).catch(() =>
    deps.events.record('performer.snapshot-failed', { performer: id }),
  );
}
