import { imageKinds } from '#server/media/images/image-url.ts';
import { createRedraw } from '#server/media/images/redraw.ts';
import { forgetVersions, storeImage } from '#server/media/images/store.ts';
import { storeSnapshot } from '#server/performers/profile/store-status.ts';
import type { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Scan } from '#server/ports/scan.ts';

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
export async function keepSnapshot(
  deps: Deps,
  performerId: number,
  { picture, format }: { picture: Buffer; format: 'jpeg' | 'webp' },
): Promise<void> {
  const original = await drawAnew(deps.scan, picture, format);
  const owner = { kind: imageKinds.live, id: performerId };
  const now = deps.now().getTime();
  const version = versionAt(now);
  await storeImage(deps.config.dataDir, { ...owner, version }, original);
  const isPublic = await storeSnapshot(deps, performerId, version);
  await forgetVersions(
    deps.config.dataDir,
    owner,
    (kept) => now - momentOf(kept) < KEEP_MS && (isPublic || kept !== version),
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
