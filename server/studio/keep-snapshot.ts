import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { MAX_IMAGE_PIXELS } from '#contract/media/image.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { forgetVersions, storeImage } from '#server/media/images/store.ts';
import { storeSnapshot } from '#server/performers/profile/store-status.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Stored size in px; cards need no more. */
const KEPT = { width: 960, height: 720 } as const;
/** ms for which older versions are kept for pages that still show them. */
const KEEP_MS = 10 * 60_000;

/** A version that contains the time and sorts by it. */
const versionAt = (moment: number): string => moment.toString(36).padStart(9, '0');
const momentOf = (version: string): number => Number.parseInt(version, 36);

/**
 * Stores a picture from outside as the performer's snapshot. It must have the expected format and is re-encoded, so
 * that only pixels are kept. Throws `badRequest.image.notAllowed` for another format or too large a picture.
 */
export async function keepSnapshot(
  deps: Deps,
  performerId: number,
  { picture, format }: { picture: Buffer; format: 'jpeg' | 'webp' },
): Promise<void> {
  const original = await drawAnew(picture, format);
  const owner = { kind: imageKinds.live, id: performerId };
  const now = deps.now().getTime();
  const version = versionAt(now);
  await storeImage(deps.config.dataDir, { ...owner, version }, original);
  await storeSnapshot(deps, performerId, version);
  await forgetVersions(deps.config.dataDir, owner, (old) => now - momentOf(old) < KEEP_MS);
}

async function drawAnew(picture: Buffer, format: 'jpeg' | 'webp'): Promise<Buffer> {
  try {
    const image = sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS });
    if ((await image.metadata()).format !== format) throw new Error(`The picture is not ${format}`);
    return await image
      .rotate()
      .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85, effort: 2 })
      .toBuffer();
  } catch (cause) {
    throw new AppError('badRequest.image.notAllowed', { cause });
  }
}
