import { AppError } from '#contract/errors.ts';
import { isLive, onlineStatus } from '#contract/performers/status.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requirePerformer } from '#server/identity/caller.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { createRedraw } from '#server/media/images/redraw.ts';
import { forgetVersions, idsOf, storeImage } from '#server/media/images/store.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { shownSnapshots, storeSnapshot } from '#server/performers/profile/store-status.ts';
import { onlinePerformers, readStatus } from '#server/performers/reads.ts';
import type { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Scan } from '#server/ports/gateways.ts';

/**
 * A snapshot sent by the encoder, for streams the media server cannot decode. Throws `badRequest.performer.offline`
 * and `badRequest.image.notAllowed`.
 */
export async function uploadSnapshot(deps: Deps, { caller, readBody }: RawRequest): Promise<RawAnswer> {
  const { performerId } = requirePerformer(caller);
  const picture = await readBody();
  await deps.limits.take('snapshot', `${performerId}`);
  if (!isLive(await readStatus(deps, performerId))) throw new AppError('badRequest.performer.offline');
  await keepSnapshot(deps, performerId, { picture, format: 'jpeg' });
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: 'true' };
}

/** Stored size in px; cards need no more. */
const KEPT = { width: 960, height: 720 } as const;
/** ms for which older versions are kept for pages that still show them. */
const KEEP_MS = 10 * 60_000;

/** A version that contains the time and sorts by it. */
const versionAt = (moment: number): string => moment.toString(36).padStart(9, '0');
const momentOf = (version: string): number => Number.parseInt(version, 36);

/** Apart from each other, so that uploads do not delay frames. */
const redraws = {
  webp: createRedraw({ formats: ['webp'], refuseUndecoded: () => 'badRequest.image.notAllowed' }),
  jpeg: createRedraw({ formats: ['jpeg'], refuseUndecoded: () => 'badRequest.image.notAllowed' }),
};

/**
 * Stores a picture as the performer's snapshot, if her stream is public: WebP from the media server, JPEG from her
 * encoder, which is scanned. Throws as `redraw` does.
 */
async function keepSnapshot(
  deps: Deps,
  performerId: number,
  { picture, format }: { picture: Buffer; format: 'jpeg' | 'webp' },
): Promise<void> {
  const original = await drawAnew(deps.scan, picture, format);
  const owner = { kind: imageKinds.live, id: performerId };
  const version = versionAt(deps.now().getTime());
  await storeImage(deps.config.dataDir, { ...owner, version }, original);
  const isPublic = await storeSnapshot(deps, performerId, version);
  if (!isPublic) await forgetVersions(deps.config.dataDir, owner, (kept) => kept !== version);
}

/** Deletes frames that no page needs any more, of running and of ended streams. Call it every minute on each node. */
export async function sweepSnapshots(deps: Deps): Promise<void> {
  const { dataDir } = deps.config;
  const ids = await idsOf(dataDir, imageKinds.live);
  if (ids.length === 0) return;
  const shownOnCards = await shownSnapshots(deps);
  const now = deps.now().getTime();
  for (const id of ids)
    await forgetVersions(
      dataDir,
      { kind: imageKinds.live, id },
      (kept) => now - momentOf(kept) < KEEP_MS || kept === shownOnCards.get(id),
    );
}

const drawAnew = async (scan: Scan, picture: Buffer, format: 'jpeg' | 'webp'): Promise<CleanBytes> => {
  const { content } = await redraws[format](
    format === 'jpeg' ? scan : null,
    picture,
    () => (image) =>
      image.resize({ ...KEPT, fit: 'inside', withoutEnlargement: true }).webp({ quality: 85, effort: 2 }),
  );
  return content;
};

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
