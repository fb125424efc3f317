import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { type Locale, locales, localeTag } from '#contract/locales.ts';
import {
  type Categories,
  CategoryError,
  type CategoryFile,
  gatherCategory,
  reservedSlugs,
  type WrittenCategory,
} from '#contract/performers/categories.ts';
import type { Category } from '#contract/performers/categories-calls.ts';
import { fillIn } from '#contract/texts.ts';
import { isServed as isServedFile } from '../served-files.ts';
import { checkWritten } from './check-written.ts';
import { splitFrontMatter } from './front-matter.ts';

/** Relative to the project's root; read by the site's build and by the server. */
export const CATEGORY_FOLDER = 'src/content/categories';

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export interface CategorySource {
  folder?: string;
  /** Whether the site has a picture at this path. */
  isServed?: (path: string) => boolean;
}

/**
 * Reads all categories: a folder for each, with a file per language. Throws CategoryError with one sentence per
 * mistake, naming file and field.
 */
export async function openCategories(source: CategorySource = {}): Promise<Categories> {
  const { folder = CATEGORY_FOLDER, isServed = isServedFile } = source;
  const found = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!found)
    throw new CategoryError(`${folder}: this folder does not exist; it holds a folder for each category.`);
  const written: WrittenCategory[] = [];
  const mistakes: string[] = [];
  for (const entry of found.filter((one) => one.isDirectory())) {
    try {
      written.push(await readOne(folder, entry.name));
    } catch (error) {
      if (!(error instanceof CategoryError)) throw error;
      mistakes.push(error.message);
    }
  }
  written.sort((a, b) => a.position - b.position);
  mistakes.push(...checkWritten(written, { folder, isServed }));
  if (mistakes.length > 0) throw new CategoryError(mistakes.join('\n'));
  const active = written.filter((category) => category.active);
  return Object.fromEntries(
    locales.map((locale) => [locale, active.map((category) => inLanguage(category, locale))]),
  ) as Record<Locale, Category[]>;
}

async function readOne(folder: string, slug: string): Promise<WrittenCategory> {
  const path = join(folder, slug);
  if (!slugShape.test(slug))
    throw new CategoryError(
      `${path}: the name of the folder is an address and may only have lowercase letters, digits and hyphens.`,
    );
  if (reservedSlugs.includes(slug))
    throw new CategoryError(
      `${path}: the site has another page at /${slug}; choose another name for the folder.`,
    );
  const names = await readdir(path);
  const stray = names.find((name) => !name.endsWith('.md') || !localeTag.test(name.slice(0, -'.md'.length)));
  if (stray)
    throw new CategoryError(`${join(path, stray)}: a category has the files ${fileNames} and nothing else.`);
  const files: [Locale, CategoryFile][] = [];
  // One after the other, so that of several broken files the same one is always reported.
  for (const locale of locales) files.push([locale, await readCategoryFile(join(path, `${locale}.md`))]);
  return gatherCategory(slug, Object.fromEntries(files) as Record<Locale, CategoryFile>);
}

const fileNames = new Intl.ListFormat('en').format(locales.map((locale) => `${locale}.md`));

async function readCategoryFile(path: string): Promise<CategoryFile> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new CategoryError(`${path}: this file is missing; a category has ${fileNames}.`);
  return splitFrontMatter(path, text);
}

/** HTML is escaped and dangerous URLs are dropped (micromark's default). */
const render = (markdown: string): string => micromark(fillIn(markdown).trim());

function inLanguage({ texts, ...category }: WrittenCategory, locale: Locale): Category {
  const { title, description, updated, h2Tabs, body } = texts[locale];
  return {
    ...category,
    title: fillIn(title),
    description: fillIn(description),
    ...(updated ? { updated } : {}),
    seo: { main: { title: fillIn(title), content: render(body) } },
    h2Tabs: h2Tabs.map((tab) => ({ ...tab, title: fillIn(tab.title), content: render(tab.content) })),
  };
}
