import { onlineStatus } from '#contract/performers/status.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keepSnapshot } from './keep-snapshot.ts';

/** ms between two snapshots of a stream. */
export const SNAPSHOT_EVERY_MS = 30_000;
/** Rooms read at once; an encoder may be slow. */
const AT_ONCE = 4;

/** Statuses in which the stream is public: not in a VIP show and not paused. */
const shown: ReadonlySet<number> = new Set([onlineStatus.online, onlineStatus.free]);

/**
 * Takes a snapshot of each running stream every 30 s. Call it every few seconds, so that a new stream gets one soon.
 */
export function createSnapshotSweep(deps: Deps): () => Promise<void> {
  const lookedAt = new Map<number, number>();
  return async () => {
    const online = await onlinePerformers(deps);
    for (const id of lookedAt.keys()) if (!online.has(id)) lookedAt.delete(id);
    const now = deps.now().getTime();
    const due = [...online]
      .filter(
        ([id, status]) => shown.has(status) && Math.abs(now - (lookedAt.get(id) ?? 0)) >= SNAPSHOT_EVERY_MS,
      )
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
  const picture = await deps.media.picture(streamRoom(id), 'large');
  if (!picture) return;
  // A frame that can't be decoded concerns one stream only, and the next one follows in 30 s.
  await keepSnapshot(deps, id, { picture, format: 'webp' }).catch(() =>
    deps.events.record('performer.snapshot-failed', { performer: id }),
  );
}
