import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { PHOTO_EDGE } from '#contract/messaging/photos.ts';
import { createTurns } from '#server/media/images/turns.ts';

/** Decoding more could exhaust memory. */
const MAX_PIXELS = 40_000_000;
/** Passes over one picture: cameras make ten, and each may cost as much as the whole. */
const MAX_SCANS = 100;
/** s that a picture may take once it is its turn. */
const DRAWING_SECONDS = 10;
/** px of the blurred preview. */
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
 * Draws a JPEG anew, upright and at most `PHOTO_EDGE` px long, so that nothing but pixels is kept. Throws
 * `badRequest.image.notAllowed` for what is no whole JPEG or too large a picture, and `UNAVAILABLE` when too many wait.
 */
export function drawPhoto(file: Uint8Array): Promise<DrawnPhoto> {
  if (!isJpeg(file) || countScans(file) > MAX_SCANS) throw new AppError('badRequest.image.notAllowed');
  return take(() => draw(file)).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('badRequest.image.notAllowed', { cause });
  });
}

const isJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;

const SCAN = Buffer.from([0xff, 0xda]);

/** Within picture data 0xff is never followed by the marker's byte. */
function countScans(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) scans += 1;
  return scans;
}

async function draw(file: Uint8Array): Promise<DrawnPhoto> {
  const opened = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  if ((await opened.metadata()).format !== 'jpeg') throw new Error('not a jpeg');
  const { data, info } = await opened
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
