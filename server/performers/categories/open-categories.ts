import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { parse, YAMLParseError } from 'yaml';
import { type Locale, locales } from '#contract/locales.ts';
import {
  type Categories,
  CategoryError,
  type CategoryFile,
  gatherCategory,
  reservedSlugs,
  type WrittenCategory,
} from '#contract/performers/categories.ts';
import type { Category } from '#contract/performers/categories-calls.ts';

/** Relative to the project's root; read by the site's build and by the server. */
export const CATEGORY_FOLDER = 'src/content/categories';

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Reads all categories: a folder each, with a file for each language. Throws CategoryError that names file and
 * field.
 */
export async function openCategories(folder: string = CATEGORY_FOLDER): Promise<Categories> {
  const found = await readdir(folder, { withFileTypes: true });
  const written: WrittenCategory[] = [];
  for (const entry of found.filter((one) => one.isDirectory()))
    written.push(await readOne(folder, entry.name));
  written.sort((a, b) => a.position - b.position);
  refuseSamePlace(written, folder);
  const active = written.filter((category) => category.active);
  return Object.fromEntries(
    locales.map((locale) => [locale, active.map((category) => inLanguage(category, locale))]),
  ) as Record<Locale, Category[]>;
}

async function readOne(folder: string, slug: string): Promise<WrittenCategory> {
  const path = join(folder, slug);
  if (!slugShape.test(slug))
    throw new CategoryError(
      `${path}: the name of the folder is an address, so it takes small letters, digits and hyphens only.`,
    );
  if (reservedSlugs.includes(slug))
    throw new CategoryError(
      `${path}: the site has another page at /${slug}; choose another name for the folder.`,
    );
  const names = await readdir(path);
  const stray = names.find((name) => !locales.some((locale) => name === `${locale}.md`));
  if (stray)
    throw new CategoryError(`${join(path, stray)}: a category has the files ${fileNames} and nothing else.`);
  const files = await Promise.all(
    locales.map(async (locale) => [locale, await readCategoryFile(join(path, `${locale}.md`))] as const),
  );
  return gatherCategory(slug, Object.fromEntries(files) as Record<Locale, CategoryFile>);
}

const fileNames = locales.map((locale) => `${locale}.md`).join(' and ');

async function readCategoryFile(path: string): Promise<CategoryFile> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new CategoryError(`${path}: this file is missing; a category has ${fileNames}.`);
  const [, head, body = ''] = text.match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/) ?? [];
  if (head === undefined)
    throw new CategoryError(`${path}: the file does not begin with front matter between two lines of ---.`);
  try {
    return { path, frontMatter: parse(head), body };
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    // Plus the line of hyphens before the front matter.
    const line = (error.linePos?.[0].line ?? 1) + 1;
    const [reason = 'it is no YAML'] = error.message.split(' at line ');
    throw new CategoryError(
      `${path}: line ${line} can not be read: ${reason}; a text with a colon or quotes goes between quotes.`,
    );
  }
}

function refuseSamePlace(written: readonly WrittenCategory[], folder: string): void {
  for (const [index, { slug, position }] of written.entries()) {
    const next = written[index + 1];
    if (next?.position === position)
      throw new CategoryError(
        `${join(folder, next.slug, `${locales[0]}.md`)}: position ${position} is taken by ${slug} already.`,
      );
  }
}

/** HTML is escaped and dangerous URLs are dropped (micromark's default). */
const render = (markdown: string): string => micromark(markdown.trim());

function inLanguage({ texts, ...category }: WrittenCategory, locale: Locale): Category {
  const { title, description, updated, h2Tabs, body } = texts[locale];
  return {
    ...category,
    title,
    description,
    ...(updated ? { updated } : {}),
    seo: { main: { title, content: render(body) } },
    h2Tabs: h2Tabs.map((tab) => (tab.content ? { ...tab, content: render(tab.content) } : tab)),
  };
}
