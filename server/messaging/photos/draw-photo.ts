import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { PHOTO_EDGE, refuseUndecoded } from '#contract/messaging/photos.ts';
import { countScans } from '#server/media/images/count-scans.ts';
import { createTurns } from '#server/media/images/turns.ts';

/** Phone cameras have 48 and 64 megapixels; decoding more could exhaust memory. */
const MAX_PIXELS = 65_000_000;
/** Maximum scans per picture: cameras write ten, and each may cost as much as the whole. */
const MAX_SCANS = 100;
/** Seconds a picture may take once it is being drawn. */
const DRAWING_SECONDS = 10;
/** Longest edge of the blurred preview, in px. */
const PREVIEW_EDGE = 24;

export interface DrawnPhoto {
  content: Buffer;
  width: number;
  height: number;
  /** A `data:` URL of some 150 bytes. */
  preview: string;
}

const take = createTurns(2, 8, 5);

/**
 * Redraws a JPEG upright and at most `PHOTO_EDGE` px long, so that only pixels are kept. Throws
 * `badRequest.image.notAllowed` if it is not a JPEG or takes too long, `.damaged` if it is incomplete, `.tooBig` for
 * too many pixels, and `UNAVAILABLE` if too many are waiting.
 */
export function drawPhoto(file: Uint8Array): Promise<DrawnPhoto> {
  if (countScans(file) > MAX_SCANS) throw new AppError('badRequest.image.notAllowed');
  return take(() => draw(file)).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError(isTimeout(cause) ? 'badRequest.image.notAllowed' : refuseUndecoded(file), { cause });
  });
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

async function draw(file: Uint8Array): Promise<DrawnPhoto> {
  const head = await sharp(file, { limitInputPixels: false }).metadata();
  if (head.format !== 'jpeg') throw new AppError('badRequest.image.notAllowed');
  if (head.width * head.height > MAX_PIXELS) throw new AppError('badRequest.image.tooBig');
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: PHOTO_EDGE, height: PHOTO_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82, mozjpeg: true })
    .timeout({ seconds: DRAWING_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const preview = await sharp(data)
    .resize({ width: PREVIEW_EDGE, height: PREVIEW_EDGE, fit: 'inside' })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return {
    content: data,
    width: info.width,
    height: info.height,
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
  };
}
