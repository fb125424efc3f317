import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_IMAGES } from '#contract/image.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import type { Category } from '#contract/performers/directory/categories-calls.ts';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import { brand, look } from '../../../content/brand/index.ts';
import { getT } from '../../site/i18n.ts';

/** px. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Increase it when the drawing changes. */
const DRAWING = 2;

/** ms in which all frames of a stream count as one picture: a frame is replaced every half minute. */
const FRAME_MS = 10 * 60_000;

/** ms for which a drawn picture is kept: its performer may have left, or the picture may show a substitute. */
const KEPT_MS = 24 * 3_600_000;

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

type Known = Pick<PerformerCard, 'username' | 'age' | 'city' | 'snapshot'>;

export const performerWords = (locale: Locale, { username, age, city }: Known): ShareWords => ({
  title: username,
  text: [getT(locale)('profile.age', { age }), city].filter(Boolean).join(' · '),
});

export function shareOfPerformer(locale: Locale, performer: Known): SharePicture {
  const { username, snapshot } = performer;
  const shown = [performerWords(locale, performer), pictureKey(snapshot.url)];
  return {
    url: urlOf(locale, `profile/${encodeURIComponent(username)}`, shown),
    alt: `${username} · ${brand.name}`,
  };
}

/** Differs for each portrait, and for the frames of a stream every ten minutes. */
function pictureKey(url: string): string {
  if (!url.startsWith(LIVE_IMAGES)) return url;
  const [, id = '', moment = ''] = /^\/images\/l(\d+)-(\w+)\./.exec(url) ?? [];
  return `live ${id} ${Math.floor(Number.parseInt(moment, 36) / FRAME_MS)}`;
}

/** Concurrent requests for a picture share one drawing. */
const drawing = new Map<string, Promise<Buffer>>();

/** Reads the file `name`, which contains no slash, or draws it if it is missing or a day old. */
export async function keptShare(folder: string, name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name);
  const kept = (await isOld(file)) ? null : await readFile(file).catch(() => null);
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
  await removeOld(folder);
  return picture;
}

/** False for a missing file. */
const isOld = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs >= KEPT_MS,
    () => false,
  );

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (await isOld(file)) await rm(file, { force: true });
  }
}
