import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_IMAGES } from '#contract/image.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import type { Category } from '#contract/performers/directory/categories-calls.ts';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import { brand, look } from '../../../content/brand/index.ts';

/** px. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Increase it when the drawing changes. */
const DRAWING = 1;

export interface SharePicture {
  /** Site-relative. */
  readonly url: string;
  readonly alt: string;
}

export interface ShareWords {
  readonly title: string;
  readonly text: string;
}

/** The URL contains a digest of what the picture shows. */
function urlOf(locale: Locale, name: string, shown: readonly unknown[]): string {
  const content = JSON.stringify([DRAWING, brand.name, look.colors, locale, ...shown]);
  const version = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return localePath(locale, `/og/${name}-${version}.jpg`);
}

const bySite = new Map<Locale, SharePicture>();

export const siteWords = (locale: Locale): ShareWords => ({
  title: brand.name,
  text: brand.slogan[locale] ?? '',
});

/** For pages without their own picture. */
export function shareOfSite(locale: Locale): SharePicture {
  const known = bySite.get(locale);
  if (known) return known;
  const words = siteWords(locale);
  const made = { url: urlOf(locale, 'site', [words]), alt: `${words.title}: ${words.text}` };
  bySite.set(locale, made);
  return made;
}

type Named = Pick<Category, 'slug' | 'meta' | 'title'>;

export const categoryWords = (locale: Locale, { meta, title, slug }: Named): ShareWords => ({
  title: meta[locale]?.name ?? slug,
  text: title,
});

export function shareOfCategory(locale: Locale, category: Named): SharePicture {
  const words = categoryWords(locale, category);
  return {
    url: urlOf(locale, `category/${category.slug}`, [words]),
    alt: `${words.title} · ${brand.name}`,
  };
}

/** The digest ignores live frames, which change every half minute. */
export function shareOfPerformer(
  locale: Locale,
  { username, snapshot }: Pick<PerformerCard, 'username' | 'snapshot'>,
): SharePicture {
  const shown = snapshot.url.startsWith(LIVE_IMAGES) ? 'live' : snapshot.url;
  return {
    url: urlOf(locale, `profile/${encodeURIComponent(username)}`, [username, shown]),
    alt: `${username} · ${brand.name}`,
  };
}

/** Concurrent requests for a picture share one drawing. */
const drawing = new Map<string, Promise<Buffer>>();

/** Reads or draws the file `name`, which contains no slash. */
export async function keptShare(folder: string, name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name);
  const kept = await readFile(file).catch(() => null);
  if (kept) return kept;
  const under = drawing.get(file);
  if (under) return under;
  const made = draw()
    .then((picture) => keep(folder, file, picture))
    .finally(() => drawing.delete(file));
  drawing.set(file, made);
  return made;
}

async function keep(folder: string, file: string, picture: Buffer): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  // Written to a temporary file and renamed, so that readers see complete pictures.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
  return picture;
}
