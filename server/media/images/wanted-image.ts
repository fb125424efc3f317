import { type ImageFormat, type ImageWidth, imageWidths } from '#contract/image.ts';
import type { Deps } from '#server/ports/deps.ts';
import { imageKinds, readSigned, type SignedImage } from './image-url.ts';
import type { Variants } from './variants.ts';

export interface WantedImage extends SignedImage {
  width: ImageWidth;
  format: ImageFormat;
}

/** The picture at a path below /images/; null for an invalid signature or width. */
export function wantedImage(
  { config }: Pick<Deps, 'config'>,
  signed: string,
  file: string,
): WantedImage | null {
  const read = readSigned(config.secret, signed);
  const [, size, ending] = /^(\d+)\.(webp|avif)$/.exec(file) ?? [];
  const width = imageWidths.find((allowed) => String(allowed) === size);
  if (!read || read.ref.kind === imageKinds.video || !width) return null;
  return { ...read, width, format: ending as ImageFormat };
}

/** Reads a picture by its path; null if it does not exist. */
export const createImageReader =
  (deps: Pick<Deps, 'config'>, variants: Variants) =>
  async (path: string): Promise<Buffer | null> => {
    const [, signed = '', file = ''] = /^\/images\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const wanted = wantedImage(deps, signed, file);
    if (!wanted) return null;
    const served = await variants.serve(wanted.ref, wanted.width, wanted.format).catch(() => null);
    return served?.body ?? null;
  };
