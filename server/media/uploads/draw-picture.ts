import sharp, { type Metadata } from 'sharp';
import { AppError } from '#contract/errors.ts';
import { COVER_SIZE, PICTURE_EDGE, PORTRAIT_SIZE, pictureMin } from '#contract/media/uploads.ts';
import { countScans } from '../images/count-scans.ts';
import { createTurns } from '../images/turns.ts';

export type PicturePlace = keyof typeof pictureMin;

export interface DrawnPicture {
  /** WebP. */
  content: Buffer;
  width: number;
  height: number;
  /** CSS colour: the average of the picture. */
  color: string;
}

/** Phone cameras have 48 and 64 megapixels; decoding more could exhaust memory. */
const MAX_PIXELS = 65_000_000;
/** Maximum scans per JPEG: cameras write ten, and each may cost as much as the whole. */
const MAX_SCANS = 100;
/** Seconds a picture may take once it is being drawn. */
const DRAWING_SECONDS = 10;

const take = createTurns(2, 8, 5);

/**
 * Redraws a JPEG, PNG or WebP upright and in the place's shape, so that only pixels are kept. Throws
 * `badRequest.image.notAllowed` for another file or one that takes too long, `.damaged` if it is incomplete, `.tooBig`
 * for too many pixels, `.tooSmall` for too few, and `UNAVAILABLE` if too many are waiting.
 */
export function drawPicture(file: Uint8Array, place: PicturePlace): Promise<DrawnPicture> {
  return take(() => draw(file, place)).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    const isDamaged = beginsAsPicture(file) && !isTimeout(cause);
    throw new AppError(isDamaged ? 'badRequest.image.damaged' : 'badRequest.image.notAllowed', { cause });
  });
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

/** JPEG, PNG, and the container of WebP. */
const beginsAsPicture = (file: Uint8Array): boolean =>
  ['ffd8ff', '89504e470d0a1a0a', '52494646'].some((start) =>
    Buffer.from(file.subarray(0, 8)).toString('hex').startsWith(start),
  );

async function draw(file: Uint8Array, place: PicturePlace): Promise<DrawnPicture> {
  const head = await sharp(file, { limitInputPixels: false }).metadata();
  if (!['jpeg', 'png', 'webp'].includes(head.format)) throw new AppError('badRequest.image.notAllowed');
  if (head.format === 'jpeg' && countScans(file) > MAX_SCANS)
    throw new AppError('badRequest.image.notAllowed');
  if (head.width * head.height > MAX_PIXELS) throw new AppError('badRequest.image.tooBig');
  const size = uprightSize(head);
  const min = pictureMin[place];
  if (size.width < min.width || size.height < min.height) throw new AppError('badRequest.image.tooSmall');
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(shapeOf(place, size))
    .flatten({ background: '#ffffff' })
    .webp({ quality: 88, effort: 2 })
    .timeout({ seconds: DRAWING_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height, color: await colorOf(data) };
}

interface Size {
  width: number;
  height: number;
}

/** As shown: orientations from 5 lie on their side (EXIF 2.32, 4.6.4). */
const uprightSize = ({ width, height, orientation = 1 }: Metadata): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

function shapeOf(place: PicturePlace, { width, height }: Size) {
  if (place === 'album')
    return { width: PICTURE_EDGE, height: PICTURE_EDGE, fit: 'inside', withoutEnlargement: true } as const;
  const full = place === 'portrait' ? PORTRAIT_SIZE : COVER_SIZE;
  const scale = Math.min(1, width / full.width, height / full.height);
  return {
    width: Math.round(full.width * scale),
    height: Math.round(full.height * scale),
    fit: 'cover',
  } as const;
}

async function colorOf(picture: Buffer): Promise<string> {
  const pixel = await sharp(picture).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}
