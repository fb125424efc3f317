import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownSite } from '#contract/content/dead-links.ts';
import { localePath, locales } from '#contract/locales.ts';
import { CategoryError, type CategoryFile } from '#contract/performers/directory/categories.ts';
import {
  mistakesInFile,
  splitFrontMatter,
  type TextKind,
} from '#server/performers/categories/written-text.ts';
import { redirectFor } from '../../src/lib/site/routing/redirects.ts';

interface Written {
  readonly categories: string;
  readonly legal: string;
  readonly site: KnownSite;
  /** In the operator's time zone, such as `2026-11-20`. */
  readonly today: string;
}

/** Folders of categories whose URL redirects, such as URLs of the former site. */
export async function movedFolders(folder: string): Promise<string[]> {
  const slugs = await readdir(folder).catch(() => []);
  return slugs.flatMap((slug) => {
    const targets = locales.map((locale) =>
      redirectFor(new URL(localePath(locale, `/${slug}`), 'https://site.example')),
    );
    const target = targets.find((one) => one !== null);
    return target
      ? [
          `${join(folder, slug)}: /${slug} is an address of the former site and leads to ${target}; choose another name for the folder.`,
        ]
      : [];
  });
}

/** Returns the mistakes in the texts of categories and legal pages as sentences. */
export async function writtenMistakes({ site, today, ...folders }: Written): Promise<string[]> {
  // Without known categories the folder's names count, so that a mistake in one category hides no broken link.
  const known = {
    ...site,
    categories: site.categories ?? (await readdir(folders.categories).catch(() => null)),
  };
  const mistakes = (['categories', 'legal'] as const).map(async (kind) => {
    const files = await markdownBelow(folders[kind]);
    return (await Promise.all(files.map((path) => mistakesOf(path, kind, { site: known, today })))).flat();
  });
  return (await Promise.all(mistakes)).flat();
}

async function markdownBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names
    .filter((name) => locales.some((locale) => name.endsWith(`/${locale}.md`)))
    .sort()
    .map((name) => join(folder, name));
}

async function mistakesOf(
  path: string,
  kind: TextKind,
  known: Pick<Written, 'site' | 'today'>,
): Promise<string[]> {
  const file = await read(path);
  return file ? mistakesInFile(file, kind, known).map((what) => `${path}: ${what}.`) : [];
}

/** Null if it cannot be read, which another check reports. */
async function read(path: string): Promise<CategoryFile | null> {
  try {
    return splitFrontMatter(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof CategoryError) return null;
    throw error;
  }
}
