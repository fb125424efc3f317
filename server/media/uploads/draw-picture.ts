import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { COVER_SIZE, PICTURE_EDGE, PORTRAIT_SIZE, pictureMin } from '#contract/media/uploads.ts';
import type { Deps } from '#server/ports/deps.ts';
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
