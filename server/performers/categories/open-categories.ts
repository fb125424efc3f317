import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { figures, fillIn } from '#contract/content/texts.ts';
import { inEachLocale, type Locale, locales, localeTag } from '#contract/locales.ts';
import {
  type Categories,
  CategoryError,
  type CategoryFile,
  type EditedCategory,
  gatherCategory,
  reservedSlugs,
  type WrittenCategory,
} from '#contract/performers/directory/categories.ts';
import type { Category } from '#contract/performers/directory/categories-calls.ts';
import { isServed as isServedFile } from '../served-files.ts';
import { checkWritten } from './check-written.ts';
import { type ReadableCategory, readableParts } from './readable-parts.ts';
import { splitFrontMatter } from './written-text.ts';

/** Relative to the project's root; read by the site's build and by the server. */
export const CATEGORY_FOLDER = 'src/content/categories';

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export interface CategorySource {
  folder?: string;
  /** Whether the site has a picture at this path. */
  isServed?: (path: string) => boolean;
}

/** The active categories, rendered. Throws like `openEditedCategories`. */
export const openCategories = async (source?: CategorySource): Promise<Categories> =>
  shownCategories(await openEditedCategories(source));

/**
 * Reads all categories in order: a folder for each, with a file per language. Throws CategoryError with one sentence per
 * mistake, naming file and field.
 */
export async function openEditedCategories(source?: CategorySource): Promise<EditedCategory[]> {
  const { edited, mistakes } = await readCategories(source);
  if (mistakes.length > 0) throw new CategoryError(mistakes.join('\n'));
  return edited;
}

export interface ReadCategories {
  readonly edited: EditedCategory[];
  /** What can be read of the others. */
  readonly damaged: readonly ReadableCategory[];
  /** One sentence each. */
  readonly mistakes: readonly string[];
}

/** The same with all mistakes beside what can be read. Throws CategoryError only without the folder. */
export async function readCategories(source: CategorySource = {}): Promise<ReadCategories> {
  const { folder = CATEGORY_FOLDER, isServed = isServedFile } = source;
  const found = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!found)
    throw new CategoryError(`${folder}: this folder does not exist; it holds a folder for each category.`);
  const edited: EditedCategory[] = [];
  const damaged: ReadableCategory[] = [];
  const mistakes: string[] = [];
  for (const { name } of found.filter((one) => one.isDirectory())) {
    const files = await filesOf(folder, name, mistakes);
    const written = orMistakes(mistakes, () => gatherCategory(name, files.split));
    if (written && locales.every((locale) => files.split[locale]))
      edited.push({ files: files.texts, written });
    else damaged.push(readableParts(name, files.split));
  }
  mistakes.push(...checkTogether(edited, { folder, isServed }, damaged));
  return { edited, damaged, mistakes };
}

/** Puts categories into the order of the bar. Returns what is wrong with them beside each other. */
export function checkTogether(
  edited: EditedCategory[],
  { folder, isServed }: Required<CategorySource>,
  damaged: readonly ReadableCategory[] = [],
): string[] {
  edited.sort((one, other) => one.written.position - other.written.position);
  const readable = [...edited.map(({ written }) => written), ...damaged];
  return checkWritten(readable, { folder, isServed });
}

/** `amounts` fill in the texts. */
export function shownCategories(edited: readonly EditedCategory[], amounts = figures): Categories {
  const active = edited.flatMap(({ written }) => (written.active ? [written] : []));
  return inEachLocale((locale) => active.map((category) => inLanguage(category, locale, amounts)));
}

/** The files of a category; adds the mistakes in their names and front matter. */
async function filesOf(folder: string, slug: string, mistakes: string[]): Promise<SplitFiles> {
  const path = join(folder, slug);
  orMistakes(mistakes, () => refuseSlug(path, slug));
  const names = await readdir(path);
  const isStray = (name: string) => !name.endsWith('.md') || !localeTag.test(name.slice(0, -'.md'.length));
  for (const name of names.filter(isStray).sort())
    mistakes.push(`${join(path, name)}: a category has the files ${fileNames} and nothing else.`);
  const files: [Locale, string | null][] = [];
  for (const locale of locales)
    files.push([locale, await readFile(join(path, `${locale}.md`), 'utf8').catch(() => null)]);
  return splitFiles(path, Object.fromEntries(files), mistakes);
}

/** Returns the result, or throws one CategoryError with these mistakes and those of the work. */
function allOrMistakes<Result>(mistakes: readonly string[], work: () => Result): Result {
  const found = [...mistakes];
  const result = orMistakes(found, work);
  if (result === null || found.length > 0) throw new CategoryError(found.join('\n'));
  return result;
}

/** The result; null if the work throws CategoryError, whose sentences are added to the mistakes. */
function orMistakes<Result>(mistakes: string[], work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CategoryError)) throw error;
    // Empty if the work only lacked what these mistakes tell.
    if (error.message !== '') mistakes.push(error.message);
    return null;
  }
}

/** Throws CategoryError for the name of a folder that cannot be a path of the site. */
function refuseSlug(path: string, slug: string): void {
  if (!slugShape.test(slug))
    throw new CategoryError(
      `${path}: the name of the folder is an address and may only have lowercase letters, digits and hyphens.`,
    );
  if (reservedSlugs.includes(slug))
    throw new CategoryError(
      `${path}: the site has another page at /${slug}; choose another name for the folder.`,
    );
}

/** The category of these files. Throws CategoryError with the mistakes of all of them. */
export function gatherFiles(
  path: string,
  slug: string,
  files: Readonly<Partial<Record<Locale, string | null>>>,
): EditedCategory {
  refuseSlug(path, slug);
  const mistakes: string[] = [];
  const { texts, split } = splitFiles(path, files, mistakes);
  return allOrMistakes(mistakes, () => ({ files: texts, written: gatherCategory(slug, split) }));
}

interface SplitFiles {
  readonly texts: Record<Locale, string>;
  readonly split: Record<Locale, CategoryFile | null>;
}

function splitFiles(
  path: string,
  files: Readonly<Partial<Record<Locale, string | null>>>,
  mistakes: string[],
): SplitFiles {
  const missing = locales.filter((locale) => (files[locale] ?? null) === null);
  for (const locale of missing)
    mistakes.push(`${path}/${locale}.md: this file is missing; a category has ${fileNames}.`);
  const texts = inEachLocale((locale) => files[locale] ?? '');
  const split = inEachLocale((locale) =>
    missing.includes(locale)
      ? null
      : orMistakes(mistakes, () => splitFrontMatter(`${path}/${locale}.md`, texts[locale])),
  );
  return { texts, split };
}

const fileNames = new Intl.ListFormat('en').format(locales.map((locale) => `${locale}.md`));

/** HTML is escaped and dangerous URLs are dropped (micromark's default). */
const render = (markdown: string): string => micromark(markdown.trim());

/** With its texts rendered and its amounts filled in. */
export function inLanguage(
  { texts, ...category }: WrittenCategory,
  locale: Locale,
  amounts = figures,
): Category {
  const { updated } = texts[locale];
  return { ...category, ...renderedTexts(texts[locale], amounts), ...(updated ? { updated } : {}) };
}

type Rendered = Pick<Category, 'title' | 'description' | 'seo' | 'h2Tabs'>;

export function renderedTexts(
  { title, description, h2Tabs, body }: NonNullable<ReadableCategory['texts'][Locale]>,
  amounts = figures,
): Rendered {
  const fill = (text: string): string => fillIn(text, amounts);
  return {
    title: fill(title),
    description: fill(description),
    seo: { main: { title: fill(title), content: render(fill(body)) } },
    h2Tabs: h2Tabs.map((tab) => ({ ...tab, title: fill(tab.title), content: render(fill(tab.content)) })),
  };
}
