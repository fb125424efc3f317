import sharp from 'sharp';
import { PHOTO_EDGE, refuseUndecoded } from '#contract/messaging/photo-calls.ts';
import { createRedraw, type Redrawn } from '#server/media/images/redraw.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Longest edge of the blurred preview, in px. */
const PREVIEW_EDGE = 24;

/** JPEG. */
export interface DrawnPhoto extends Redrawn {
  /** A `data:` URL of some 150 bytes. */
  preview: string;
}

const redraw = createRedraw({ formats: ['jpeg'], refuseUndecoded });

/** Redraws a JPEG at most `PHOTO_EDGE` px long. Throws as `redraw` does. */
export async function drawPhoto({ scan }: Pick<Deps, 'scan'>, file: Uint8Array): Promise<DrawnPhoto> {
  const drawn = await redraw(
    scan,
    file,
    () => (picture) =>
      picture
        .resize({ width: PHOTO_EDGE, height: PHOTO_EDGE, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 82, mozjpeg: true }),
  );
  const preview = await sharp(drawn.content.bytes)
    .resize({ width: PREVIEW_EDGE, height: PREVIEW_EDGE, fit: 'inside' })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return { ...drawn, preview: `data:image/webp;base64,${preview.toString('base64')}` };
}
