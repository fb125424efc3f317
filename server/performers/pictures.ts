import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PerformerCard } from '#contract/performers/calls.ts';

/** Widths a card's picture comes in, in px; nothing else is ever rendered. */
export const pictureWidths = [320, 640, 960] as const;
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** What a picture is made from: drawn or uploaded, 4:3. */
const sourceOf = (dataDir: string, id: number) => join(dataDir, 'pictures', `${id}.svg`);

export interface PictureRow {
  id: number;
  /** Version of the picture, a hash of what it is made from. */
  picture: string | null;
  /** CSS colour of the placeholder. */
  color: string | null;
}

/** Where a card finds its picture; the address names the picture's version, so it may be cached for ever. */
export function cardPicture({ id, picture, color }: PictureRow): PerformerCard['snapshot'] {
  return {
    url: `/images/performers/${id}-${picture ?? '0'}-{w}.webp`,
    widths: [...pictureWidths],
    color: color ?? '#8a7f8d',
  };
}

/** Stores a performer's picture and answers the version its addresses carry. */
export async function storePicture(dataDir: string, id: number, svg: string): Promise<void> {
  await mkdir(join(dataDir, 'pictures'), { recursive: true });
  await writeFile(sourceOf(dataDir, id), svg);
}

export const pictureVersion = (svg: string): string =>
  createHash('sha256').update(svg).digest('hex').slice(0, 8);

/** The picture at one of the allowed widths, from the cache or rendered now; null where there is none. */
export async function renderPicture(
  dataDir: string,
  wanted: { id: number; version: string; width: number; format: PictureFormat },
): Promise<Buffer | null> {
  const { id, version, width, format } = wanted;
  const folder = join(dataDir, 'cache', 'pictures');
  const file = join(folder, `${id}-${version}-${width}.${format}`);
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const source = sourceOf(dataDir, id);
  if (
    !(await access(source).then(
      () => true,
      () => false,
    ))
  )
    return null;
  const image = sharp(source, { limitInputPixels: 25_000_000 }).resize({
    width,
    height: (width * 3) / 4,
    fit: 'cover',
  });
  const rendered = await (format === 'avif'
    ? image.avif({ quality: 55, effort: 2 })
    : image.webp({ quality: 78 })
  ).toBuffer();
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}.${Math.trunc(performance.now() * 1000)}`;
  await writeFile(unfinished, rendered);
  await rename(unfinished, file);
  return rendered;
}
