import sharp from 'sharp';
import { AppError, labelOf } from '#contract/errors.ts';
import { COVER_SIZE, PICTURE_EDGE, PORTRAIT_SIZE, pictureMin } from '#contract/media/uploads.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { NO_COLOR } from '../images/encode.ts';
import { createRedraw, type Redrawn, type Size } from '../images/redraw.ts';

export type PicturePlace = keyof typeof pictureMin;

/** WebP. */
export interface DrawnPicture extends Redrawn {
  /** CSS colour: the average of the picture. */
  color: string;
}

/** JPEG, PNG, and the container of WebP. */
const beginsAsPicture = (file: Uint8Array): boolean =>
  ['ffd8ff', '89504e470d0a1a0a', '52494646'].some((start) =>
    Buffer.from(file.subarray(0, 8)).toString('hex').startsWith(start),
  );

const redraw = createRedraw({
  formats: ['jpeg', 'png', 'webp'],
  refuseUndecoded: (file) =>
    beginsAsPicture(file) ? 'badRequest.image.damaged' : 'badRequest.image.notAllowed',
});

/** Redraws an upload in the place's shape. Throws as `redraw` does, and `badRequest.image.tooSmall`. */
export async function drawPicture(
  { scan }: Pick<Deps, 'scan'>,
  file: Uint8Array,
  place: PicturePlace,
): Promise<DrawnPicture> {
  const drawn = await redraw(scan, file, (size) => {
    const min = pictureMin[place];
    if (size.width < min.width || size.height < min.height) throw new AppError('badRequest.image.tooSmall');
    return (picture) =>
      picture
        .resize(shapeOf(place, size))
        .flatten({ background: '#ffffff' })
        .webp({ quality: 88, effort: 2 });
  });
  return { ...drawn, color: await colorOf(drawn.content.bytes) };
}

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

async function colorOf(picture: Uint8Array): Promise<string> {
  const pixel = await sharp(picture).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}

/** px of a poster's longest edge, if none was sent. */
const NEUTRAL_EDGE = 960;

/** The sent poster, redrawn; a neutral one if there is none, or it can't be used. Throws as `Scan` does. */
export async function drawPoster(
  deps: Pick<Deps, 'scan'>,
  sent: Uint8Array | null,
  film: { width: number; height: number },
): Promise<DrawnPicture> {
  if (!sent) return neutralPoster(film);
  return drawPicture(deps, sent, 'album').catch((error: unknown) => {
    if (labelOf(error).startsWith('badRequest.file.')) throw error;
    return neutralPoster(film);
  });
}

async function neutralPoster({ width, height }: { width: number; height: number }): Promise<DrawnPicture> {
  const scale = Math.min(1, NEUTRAL_EDGE / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const r = Math.min(w, h) / 6;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-w / 2} ${-h / 2} ${w} ${h}" width="${w}" height="${h}"><rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" fill="${NO_COLOR}"/><circle r="${r}" fill="#b3aab5"/><path d="M${-r / 3} ${-r / 2}L${r / 1.7} 0L${-r / 3} ${r / 2}Z" fill="${NO_COLOR}"/></svg>`;
  const content = await sharp(Buffer.from(svg)).webp({ quality: 88, effort: 2 }).toBuffer();
  return { content: new CleanBytes(content), width: w, height: h, color: NO_COLOR };
}
