import sharp from 'sharp';
import { labelOf } from '#contract/errors.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { NO_COLOR } from '../images/encode.ts';
import { type DrawnPicture, drawPicture } from './draw-picture.ts';

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
