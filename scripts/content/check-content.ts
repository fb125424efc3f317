import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownSite } from '#contract/content/dead-links.ts';
import { explainIssues } from '#contract/content/front-matter.ts';
import { mistakesInText, resolveConditions } from '#contract/content/texts.ts';
import { dayOf } from '#contract/day.ts';
import { defaultLocale, type Locale, localePath, locales } from '#contract/locales.ts';
import { CategoryError, type CategoryFile } from '#contract/performers/directory/categories.ts';
import { contentMistakes } from '#server/boot/content-mistakes.ts';
import { ConfigError } from '#server/config/config.ts';
import { openNameWords } from '#server/member/names/insults.ts';
import { inOtherLanguage } from '#server/performers/categories/check-written.ts';
import { readCategories } from '#server/performers/categories/open-categories.ts';
import {
  mistakesInFile,
  mistakesInWords,
  splitFrontMatter,
  type TextKind,
} from '#server/performers/categories/written-text.ts';
import { loadPromotions } from '#server/performers/promotions/load-promotions.ts';
import { openForbiddenWords } from '#server/safety/words/word-list.ts';
import { brand } from '../../src/content/brand/index.ts';
import { hasFeature, missingFeatures } from '../../src/lib/site/brand.ts';
import { legalValues } from '../../src/lib/site/legal-text.ts';
import { redirectFor } from '../../src/lib/site/routing/redirects.ts';
import { copiedFiles, strayFiles } from './files.ts';
import { promisesOf, promisesOfCategories } from './promises.ts';

const wordsMistakes = (field: string, text: string): string[] =>
  mistakesInWords(field, text, missingFeatures);

export interface ContentSource {
  /** Folders of editors' content. */
  categories: string;
  promotions: string;
  legal: string;
  words: string;
  messages: string;
  emoji: string;
  /** Folder of mails, documents and so on. */
  texts: string;
  /** The site's fixed files. */
  public: string;
  /** Null if performers are known only to the database. */
  isPerformer: ((username: string) => boolean) | null;
}

/** Returns the mistakes of all stages as sentences, and the numbers of categories and promotions read. */
export async function checkContent(source: ContentSource) {
  const isServed = (path: string) => existsSync(join(source.public, path));
  const mistakes: string[] = [];
  const read = async <T>(work: Promise<T>, nothing: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CategoryError || error instanceof ConfigError)) throw error;
      mistakes.push(...error.message.split('\n'));
      return nothing;
    }
  };
  mistakes.push(...contentMistakes(source.texts), ...missingFiles(source));
  mistakes.push(...strayFiles({ ...source, pages: legalPages }));
  const categories = await read(readCategories({ folder: source.categories, isServed }), null);
  mistakes.push(...(categories?.mistakes ?? []));
  const readable = categories
    ? [...categories.edited.map(({ written }) => written), ...categories.damaged]
    : [];
  const shown = readable.filter(({ active }) => active);
  const slugs = categories && shown.map(({ slug }) => slug);
  const site = { categories: slugs, isServed, isPerformer: source.isPerformer };
  const promotions = await read(loadPromotions(source.promotions, site, wordsMistakes), []);
  await read(openNameWords(source.words), null);
  await read(openForbiddenWords(source.words), []);
  mistakes.push(...missingSlogans());
  mistakes.push(...(await read(checkLegal(source.legal), [])));
  mistakes.push(...(await movedFolders(source.categories)));
  mistakes.push(...(await read(writtenMistakes({ ...source, site, today: dayOf(new Date()) }), [])));
  mistakes.push(...promisesOfCategories(shown, source.categories));
  mistakes.push(...copiedFiles(source.texts, mistakes));
  // Broken words of a language are found by each stage that needs them.
  return {
    mistakes: [...new Set(mistakes)],
    categories: slugs?.length ?? 0,
    promotions: promotions.length,
  };
}

/** Texts of the site itself: `npm run check` reads them (scripts/check-messages.ts). */
const messageFiles = (folder: string): string[] =>
  readdirSync(join(folder, defaultLocale)).filter((name) => name.endsWith('.json'));

/** Missing files that the site's build needs for each language. */
function missingFiles({ messages, emoji }: ContentSource): string[] {
  const wanted = locales.flatMap((locale) => [
    ...messageFiles(messages).map((name) => join(messages, locale, name)),
    join(messages, `${locale}.ts`),
    join(emoji, `${locale}.txt`),
  ]);
  return wanted
    .filter((path) => !existsSync(path))
    .map((path) => `${path}: this file is missing; each language has one.`);
}

const missingSlogans = (): string[] =>
  locales
    .filter((locale) => !brand.slogan[locale])
    .map((locale) => `src/content/brand: slogan is missing for ${locale}.`);

/** Folders of `src/content/legal`, one per page. */
export const legalPages = ['affiliates', 'cookies', 'forbidden', 'privacy', 'terms-conditions'] as const;

const frontMatter = z.strictObject({
  title: z.string().trim().min(1).max(70),
  description: z.string().trim().min(1).max(160),
  updated: z.iso.date('must be a day like 2026-11-20').optional(),
});

const known = { of: 'a legal text', fieldsAt: () => Object.keys(frontMatter.shape) };

/** Returns a sentence per mistake, with file and field. */
async function checkLegal(folder: string): Promise<string[]> {
  const mistakes: string[] = [];
  for (const locale of locales) {
    const seen = new Map<string, string>();
    for (const page of legalPages)
      mistakes.push(...(await checkFile(join(folder, page, `${locale}.md`), locale, seen)));
  }
  return mistakes;
}

/** `seen`: titles and descriptions of the language, each with the file that has it. */
async function checkFile(path: string, locale: Locale, seen: Map<string, string>): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [`${path}: this file is missing; a legal page has a file for each language.`];
  let file: CategoryFile;
  try {
    file = splitFrontMatter(path, text);
  } catch (error) {
    if (error instanceof CategoryError) return [error.message];
    throw error;
  }
  const parsed = frontMatter.safeParse(file.frontMatter);
  const unlike = parsed.success ? [] : explainIssues(parsed.error.issues, known);
  const { title = '', description = '' } = parsed.data ?? {};
  const fields = [
    ['title', title],
    ['description', description],
    ['the text below the front matter', file.body],
  ] as const;
  const foreign = inOtherLanguage(fields, locale);
  const twice = (['title', 'description'] as const).flatMap((field) => {
    const key = `${field} ${(parsed.data?.[field] ?? path).toLowerCase()}`;
    const first = seen.get(key);
    if (!first) seen.set(key, path);
    return first ? [`${field} is the same as in ${first}; give each page its own`] : [];
  });
  const mistakes = [
    ...unlike,
    ...(file.body.trim() === '' ? ['the text below the front matter is missing'] : []),
    ...(foreign ? [foreign] : []),
    ...twice,
    ...fields.flatMap(([name, one]) => mistakesInText(one, legalValues).map((what) => `${name}: ${what}`)),
    ...fields.flatMap(([name, one]) => promisesOf(name, resolveConditions(one, hasFeature))),
  ];
  return mistakes.map((what) => `${path}: ${what.replace(/[^?]$/, '$&.')}`);
}

interface Written {
  readonly categories: string;
  readonly legal: string;
  readonly site: KnownSite;
  /** In the operator's time zone, such as `2026-11-20`. */
  readonly today: string;
}

/** Folders of categories whose URL redirects, such as URLs of the former site. */
async function movedFolders(folder: string): Promise<string[]> {
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
async function writtenMistakes({ site, today, ...folders }: Written): Promise<string[]> {
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
