import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { explainIssues } from '#contract/content/front-matter.ts';
import { mistakesInText, resolveConditions } from '#contract/content/texts.ts';
import { type Locale, locales } from '#contract/locales.ts';
import { CategoryError, type CategoryFile } from '#contract/performers/directory/categories.ts';
import { inOtherLanguage } from '#server/performers/categories/check-written.ts';
import { splitFrontMatter } from '#server/performers/categories/written-text.ts';
import { hasFeature } from '../../src/lib/site/brand.ts';
import { legalValues } from '../../src/lib/site/legal-text.ts';
import { promisesOf } from './promises.ts';

/** Folders of `src/content/legal`, one per page. */
export const legalPages = ['cookies', 'forbidden', 'privacy', 'terms-conditions'] as const;

const frontMatter = z.strictObject({
  title: z.string().trim().min(1).max(70),
  description: z.string().trim().min(1).max(160),
  updated: z.iso.date('must be a day like 2026-11-20').optional(),
});

const known = { of: 'a legal text', fieldsAt: () => Object.keys(frontMatter.shape) };

/** Returns a sentence per mistake, with file and field. */
export async function checkLegal(folder: string): Promise<string[]> {
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
