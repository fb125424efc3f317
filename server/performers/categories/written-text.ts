import { micromark } from 'micromark';
import { parse, YAMLParseError } from 'yaml';
import { deadLink, type KnownSite } from '#contract/content/dead-links.ts';
import { encodingMistake } from '#contract/content/front-matter.ts';
import { figures } from '#contract/content/texts.ts';
import { CategoryError, type CategoryFile, completeTabs } from '#contract/performers/directory/categories.ts';
import type { Category } from '#contract/performers/directory/categories-calls.ts';
import type { Feature } from '#contract/site/features.ts';
import { promisesIn } from '#server/content/promises.ts';

/** What only `npm run check`, the build and the desk's preview refuse: the start of the product lets it pass. */

/** Minimum words of a text, and the advice for editors. */
const lengths = {
  categories: { least: 60, write: 'two or three paragraphs of 120 to 220 words together' },
  legal: { least: 30, write: 'what the page has to say, in 30 words or more' },
} as const;

export type TextKind = keyof typeof lengths;

interface Known {
  readonly site: KnownSite;
  /** In the operator's time zone, such as `2026-11-20`. */
  readonly today: string;
}

export const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

/** Mistakes in the texts of a file, as ends of a sentence. */
export function mistakesInFile(
  { frontMatter, body }: CategoryFile,
  kind: TextKind,
  { site, today }: Known,
): string[] {
  const isMap = typeof frontMatter === 'object' && frontMatter !== null;
  const fields = (isMap ? frontMatter : {}) as Readonly<Record<string, unknown>>;
  const { updated } = fields;
  const { least, write } = lengths[kind];
  const words = countWords(body);
  const where = 'the text below the front matter';
  return [
    ...(typeof updated === 'string' && updated > today
      ? [`updated is ${updated}, which is in the future; write the day of the last change`]
      : []),
    ...(words > 0 && words < least ? [`${where} has ${words} words; write ${write}`] : []),
    ...textsOf(fields, []).flatMap(([field, text]) => inText(text, site).map((what) => `${field}: ${what}`)),
    ...inText(body, site).map((what) => `${where}: ${what}`),
  ];
}

/** Promises of features that the brand lacks, as ends of a sentence. */
export const promisesOfCategory = (
  { title, description, seo, h2Tabs }: Pick<Category, 'title' | 'description' | 'seo' | 'h2Tabs'>,
  missing: readonly Feature[],
): string[] => [
  ...promisesIn('title', title, missing),
  ...promisesIn('description', description, missing),
  ...promisesIn('the text below the front matter', seo.main.content, missing),
  ...completeTabs(h2Tabs, (feature) => !missing.includes(feature)).flatMap((tab) =>
    promisesIn(`h2Tabs: “${tab.tab}”`, `${tab.tab} ${tab.title} ${tab.content}`, missing),
  ),
];

/** The same for a text of a promotion, with typed amounts. */
export const mistakesInWords = (field: string, text: string, missing: readonly Feature[]): string[] => [
  ...promisesIn(field, text, missing),
  ...typedPrices(text).map((what) => `${field}: ${what}`),
];

/** All texts of front matter with their field names. */
function textsOf(value: unknown, path: readonly string[]): [field: string, text: string][] {
  if (typeof value === 'string') return [[path.join(' '), value]];
  if (Array.isArray(value)) return value.flatMap((one, at) => textsOf(one, [...path, `${at + 1}`]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, [...path, name]));
}

function inText(text: string, site: KnownSite): string[] {
  const html = micromark(text);
  return [...deadLinks(html, site), ...deadPictures(html, site), ...lostMarkup(html), ...typedPrices(text)];
}

/** Markdown that visitors would see as it was typed, or that makes another page of it, as ends of a sentence. */
function lostMarkup(page: string): string[] {
  const html = page.replace(/<code>[\s\S]*?<\/code>/g, '');
  const shown = html.replace(/<[^>]*>/g, '');
  const found = (pattern: RegExp, why: string): string[] =>
    [...shown.matchAll(pattern)].map(([whole]) => `“${plain(whole.trim())}” ${why}`);
  return [
    ...found(
      /\[[^\]\n]+\]\s*(?:\([^)\n]*\)?|\[[^\]\n]*\])/g,
      'is not a link; write [text](/address), without blanks between or in the brackets',
    ),
    ...found(/&lt;\/?[a-z][^\n]*?&gt;/gi, 'is a tag, which is shown as it is; write Markdown'),
    ...found(/^#{1,6}[^\s#].*$/gm, 'is not a heading; put a blank after the #'),
    ...[...html.matchAll(/<h1>([\s\S]*?)<\/h1>/g)].map(
      ([, heading = '']) =>
        `“# ${plain(heading.replace(/<[^>]*>/g, ''))}” is a second title of the page; write ## for a heading`,
    ),
  ];
}

const plain = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function deadLinks(html: string, site: KnownSite): string[] {
  const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link);
  return links.flatMap((link) => {
    if (link.startsWith('/') && !link.startsWith('//')) return deadLink(link, site) ?? [];
    if (/^(?:https:\/\/[^/]|mailto:|tel:|#)/.test(link)) return [];
    return `the link “${link}” is not an address; begin with / for a page of the site, or with https://`;
  });
}

function deadPictures(html: string, { isServed }: KnownSite): string[] {
  const pictures = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, picture = '']) => picture);
  return pictures.flatMap((picture) => {
    if (/^\/(?!\/)/.test(picture)) {
      const file = decodeURI(picture.replaceAll('&amp;', '&')).replace(/[?#].*$/, '');
      if (isServed(file)) return [];
      return `the picture “${picture}” does not exist; put it at public${file} or correct the name`;
    }
    return `the picture “${picture}” is not one of the site; put it into public and begin with /`;
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
function typedPrices(text: string): string[] {
  const names = Object.keys(figures).map((name) => `{{${name}}}`);
  return [...text.matchAll(price)].map(
    ([found]) =>
      `“${found.trim()}” is a typed price, which does not change with the prices; write ${names.join(', ')}, or leave the amount out`,
  );
}

/** Throws CategoryError naming file and line. */
export function splitFrontMatter(path: string, text: string): CategoryFile {
  const unreadable = encodingMistake(text);
  if (unreadable) throw new CategoryError(`${path}: ${unreadable}.`);
  const [, head, body = ''] = text.match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/) ?? [];
  if (head === undefined)
    throw new CategoryError(`${path}: the file does not begin with front matter between two lines of ---.`);
  try {
    return { path, frontMatter: parse(head, { logLevel: 'error' }), body };
  } catch (error) {
    // Aliases that lead nowhere, or that would grow beyond all bounds.
    if (error instanceof ReferenceError)
      throw new CategoryError(`${path}: the front matter cannot be read: ${error.message}.`);
    if (!(error instanceof YAMLParseError)) throw error;
    // Plus the line of hyphens above the front matter.
    const line = (error.linePos?.[0].line ?? 1) + 1;
    const [reason = 'it is not YAML'] = error.message.split(' at line ');
    throw new CategoryError(
      `${path}: line ${line} cannot be read: ${reason}; a text with a colon or quotes goes between quotes.`,
    );
  }
}
