import sharp, { type Sharp } from 'sharp';
import { DEFAULT_IMAGE, type ImageFormat, MAX_IMAGE_PIXELS } from '#contract/image.ts';
import { type ImageKind, imageKinds } from './image-url.ts';

// Every picture is encoded once, so caching in libvips gains nothing.
sharp.cache(false);

/** Pixel width of an SVG at 72 dpi; it is rendered larger if needed. */
const DRAWING_WIDTH = 800;
const RATIO = DEFAULT_IMAGE.height / DEFAULT_IMAGE.width;

/** Cards and profiles are cropped to 4:3, album pictures are not. */
export async function encode(
  original: Buffer,
  wanted: { kind: ImageKind; width: number; format: ImageFormat },
): Promise<Buffer> {
  const { kind, width, format } = wanted;
  const density = Math.max(72, (72 * width) / DRAWING_WIDTH);
  const opened = sharp(original, { limitInputPixels: MAX_IMAGE_PIXELS, density }).rotate();
  const image = kind === imageKinds.fallback ? opened.flatten({ background: NO_COLOR }) : opened;
  const sized =
    kind === imageKinds.album
      ? image.resize({ width, withoutEnlargement: true })
      : image.resize({ width, height: Math.round(width * RATIO), fit: 'cover', withoutEnlargement: true });
  return inFormat(sized, format).toBuffer();
}

function inFormat(image: Sharp, format: ImageFormat): Sharp {
  // A higher effort doubles the time for a few bytes, and the processor is shared.
  return format === 'avif' ? image.avif({ quality: 55, effort: 2 }) : image.webp({ quality: 78 });
}

/** Colour behind a brand's placeholder, and for pictures of unknown colour. */
export const NO_COLOR = '#8a7f8d';

/** Placeholder for a missing picture, unless the brand has its own. */
export const fallbackDrawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600"><rect width="800" height="600" fill="#8a7f8d"/><g fill="#b3aab5"><circle cx="400" cy="250" r="104"/><path d="M196 600c0-128 92-208 204-208s204 80 204 208z"/></g></svg>`,
);
