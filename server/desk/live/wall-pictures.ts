import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import sharp from 'sharp';
import { hasWallPicture, WALL_PICTURE_MS } from '#contract/desk/live-calls.ts';
import { AppError } from '#contract/errors.ts';
import { MAX_IMAGE_PIXELS } from '#contract/image.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireRole } from '#server/identity/caller.ts';
import { versionOf } from '#server/media/images/store.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { readStatus, statusesById } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { wallPictures } from '../tables.ts';
import { modeOf } from './watch-stream.ts';

/** px; about a tile's. With the quality below, a screen of 24 tiles costs less than 1 MB a minute. */
const SIZE = { width: 200, height: 150 } as const;
/** ms for which a tile on a screen wants pictures after a call. */
const WANTED_MS = 15_000;
/** ms after which a picture is too old for a wall. */
const SHOWN_MS = 10_000;
/** ms after which a picture is deleted. */
const KEPT_MS = 5 * 60_000;
const AT_ONCE = 4;

/** Notes that these tiles are on a screen. */
export async function wantPictures(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerIds: readonly number[],
): Promise<void> {
  if (performerIds.length === 0) return;
  const wantedAt = now();
  await db
    .insert(wallPictures)
    .values(performerIds.map((performerId) => ({ performerId, wantedAt })))
    .onConflictDoUpdate({ target: wallPictures.performerId, set: { wantedAt } });
}

/** Versions of the pictures that are new enough, by performer. */
export async function pictureVersions({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<ReadonlyMap<number, string | null>> {
  const rows = await db
    .select({ id: wallPictures.performerId, version: wallPictures.version })
    .from(wallPictures)
    .where(gt(wallPictures.takenAt, new Date(now().getTime() - SHOWN_MS)));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The latest picture of a stream; undefined if there is none that is new enough. */
async function latestPicture(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<{ version: string; picture: Uint8Array } | undefined> {
  const [row] = await db
    .select()
    .from(wallPictures)
    .where(
      and(
        eq(wallPictures.performerId, performerId),
        gt(wallPictures.takenAt, new Date(now().getTime() - SHOWN_MS)),
      ),
    );
  return row?.version && row.picture ? { version: row.version, picture: row.picture } : undefined;
}

/**
 * Takes the pictures that walls want and that are due, of streams this process receives. `isPublic` tells whether a
 * stream may be shown on a wall now.
 */
async function takeWallPictures(
  deps: Pick<Deps, 'db' | 'now' | 'media' | 'events'>,
  isPublic: (performerIds: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  const { db, media } = deps;
  const now = deps.now().getTime();
  const due = await db
    .select({ id: wallPictures.performerId, version: wallPictures.version })
    .from(wallPictures)
    .where(
      and(
        gt(wallPictures.wantedAt, new Date(now - WANTED_MS)),
        or(isNull(wallPictures.takenAt), lte(wallPictures.takenAt, new Date(now - WALL_PICTURE_MS))),
      ),
    );
  const here = due.filter(({ id }) => media.room(streamRoom(id)).publishing);
  const allowed = here.length > 0 ? await isPublic(here.map(({ id }) => id)) : new Set();
  const taken = here.filter(({ id }) => allowed.has(id));
  for (let at = 0; at < taken.length; at += AT_ONCE)
    await Promise.all(taken.slice(at, at + AT_ONCE).map((row) => take(deps, row)));
}

async function take(
  { db, now, media, events }: Pick<Deps, 'db' | 'now' | 'media' | 'events'>,
  { id, version: before }: { id: number; version: string | null },
): Promise<void> {
  const takenAt = now();
  const frame = await media.picture(streamRoom(id), 'small');
  if (!frame) return;
  // A frame that cannot be decoded concerns one stream only.
  const picture = await small(frame).catch(() => null);
  if (!picture) {
    events.record('performer.snapshot-failed', { performer: id });
    return;
  }
  const version = versionOf(picture);
  const set = version === before ? { takenAt } : { takenAt, version, picture };
  await db.update(wallPictures).set(set).where(eq(wallPictures.performerId, id));
}

const small = (frame: Buffer): Promise<Buffer> =>
  sharp(frame, { limitInputPixels: MAX_IMAGE_PIXELS })
    .resize({ ...SIZE, fit: 'cover' })
    .webp({ quality: 30, effort: 0 })
    .toBuffer();

/** Deletes the pictures that no wall has wanted for a while. */
async function removeWallPictures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(wallPictures).where(lt(wallPictures.wantedAt, new Date(now().getTime() - KEPT_MS)));
}

/** Takes the pictures that walls want, and deletes those that none wants any more. Call it every second. */
export async function sweepWallPictures(deps: Deps): Promise<void> {
  await takeWallPictures(deps, async (ids) => {
    const statuses = await statusesById(deps, ids);
    return new Set(
      ids.filter((id) => {
        const mode = modeOf(statuses.get(id) ?? 0);
        return mode !== null && hasWallPicture(mode);
      }),
    );
  });
  await removeWallPictures(deps);
}

/** Seconds for which a browser keeps a picture, so that a wall opened again does not fetch it twice. */
const KEPT = 60;

/**
 * The latest picture of a public stream, by `performer`, for moderators. Throws `badRequest.notFound` if it is not the
 * asked `version`, and while the stream is not public.
 */
export async function serveWallPicture(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(caller, ['moderator']);
  const performerId = idIn(query.get('performer') ?? undefined);
  const mode = modeOf(await readStatus(deps, performerId));
  const found = mode && hasWallPicture(mode) ? await latestPicture(deps, performerId) : undefined;
  if (!found || found.version !== query.get('version')) throw new AppError('badRequest.notFound');
  return {
    status: 200,
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': `private, max-age=${KEPT}, immutable` },
    body: Uint8Array.from(found.picture),
  };
}
