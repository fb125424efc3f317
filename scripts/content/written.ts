import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { deadLink, type KnownSite } from '#contract/dead-links.ts';
import { localePath, locales } from '#contract/locales.ts';
import { CategoryError } from '#contract/performers/categories.ts';
import { figures } from '#contract/texts.ts';
import { splitFrontMatter } from '#server/performers/categories/front-matter.ts';
import { redirectFor } from '../../src/lib/site/routing/redirects.ts';

/** Minimum words of a text, and the advice for editors. */
const lengths = {
  categories: { least: 60, write: 'two or three paragraphs of 120 to 220 words together' },
  legal: { least: 30, write: 'what the page has to say, in 30 words or more' },
} as const;

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
  kind: keyof typeof lengths,
  { site, today }: Pick<Written, 'site' | 'today'>,
): Promise<string[]> {
  const file = await read(path);
  if (!file) return [];
  const { updated } = file.frontMatter;
  const { least, write } = lengths[kind];
  const words = file.body.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
  const body = 'the text below the front matter';
  const mistakes = [
    ...(typeof updated === 'string' && updated > today
      ? [`updated is ${updated}, which is in the future; write the day of the last change`]
      : []),
    ...(words > 0 && words < least ? [`${body} has ${words} words; write ${write}`] : []),
    ...textsOf(file.frontMatter, []).flatMap(([field, text]) =>
      inText(text, site).map((what) => `${field}: ${what}`),
    ),
    ...inText(file.body, site).map((what) => `${body}: ${what}`),
  ];
  return mistakes.map((what) => `${path}: ${what}.`);
}

/** Null if it cannot be read, which another check reports. */
async function read(path: string) {
  try {
    const { frontMatter, body } = splitFrontMatter(path, await readFile(path, 'utf8'));
    const isMap = typeof frontMatter === 'object' && frontMatter !== null;
    return { frontMatter: (isMap ? frontMatter : {}) as Readonly<Record<string, unknown>>, body };
  } catch (error) {
    if (error instanceof CategoryError) return null;
    throw error;
  }
}

/** All texts of front matter with their field names. */
function textsOf(value: unknown, path: readonly string[]): [field: string, text: string][] {
  if (typeof value === 'string') return [[path.join(' '), value]];
  if (Array.isArray(value)) return value.flatMap((one, at) => textsOf(one, [...path, `${at + 1}`]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, [...path, name]));
}

const inText = (text: string, site: KnownSite): string[] => [...deadLinks(text, site), ...typedPrices(text)];

function deadLinks(text: string, site: KnownSite): string[] {
  const links = [...micromark(text).matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link);
  return links.flatMap((link) => {
    if (link.startsWith('/') && !link.startsWith('//')) return deadLink(link, site) ?? [];
    if (/^(?:https:\/\/[^/]|mailto:|tel:|#)/.test(link)) return [];
    return `the link “${link}” is not an address; begin with / for a page of the site, or with https://`;
  });
}

const tens =
  'tien|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig';
const amount = `(?:\\d+(?:[.,]\\d+)*|(?:${tens}|\\p{L}*(?:honderd|duizend|hundred|thousand|hundert|tausend)))`;
const price = new RegExp(
  `€\\s*\\d+(?:[.,]\\d+)*|(?<![\\p{L}\\d])${amount}\\s*(?:€|(?:credits?|euros?|eur|cents?)(?![\\p{L}]))`,
  'giu',
);

/** Amounts typed as figures instead of named, as ends of a sentence. */
export function typedPrices(text: string): string[] {
  const names = Object.keys(figures).map((name) => `{{${name}}}`);
  return [...text.matchAll(price)].map(
    ([found]) =>
      `“${found.trim()}” is a typed price, which does not change with the prices; write ${names.join(', ')}, or leave the amount out`,
  );
}
