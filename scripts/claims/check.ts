import { type Locale, locales } from '#contract/locales.ts';
import { splitFrontMatter } from '#server/performers/categories/written-text.ts';
import { projectFiles } from '../architecture/files.ts';
import type { SourceText } from '../architecture/parse.ts';
import { makesClaim, sentencesOf } from './words.ts';

export interface Stated {
  claims: readonly Claim[];
  duties: readonly Duty[];
  /** Places of texts with such words that claim nothing, by reason. */
  harmless: Readonly<Record<string, readonly string[]>>;
}

const TABLE = 'scripts/claims/table/';
const HARMLESS = 'scripts/claims/harmless.ts';

/** Returns a sentence for each mistake, with the text and the file to touch. */
export function checkClaims(
  { claims, duties, harmless }: Stated,
  { texts, tests, files }: { texts: Texts; tests: readonly SourceText[]; files: ReadonlySet<string> },
): string[] {
  const stated = new Set([...claims, ...duties].flatMap((one) => one.texts));
  const excused = Object.values(harmless).flat();
  const known = new Set([...stated, ...excused]);
  return [
    ...[...texts].flatMap(([place, byLocale]) => unstated(place, byLocale, known)),
    ...[...known]
      .filter((place) => !texts.has(place))
      .map((place) => `${place} is no text any more: take it out of ${stated.has(place) ? TABLE : HARMLESS}`),
    ...excused
      .filter((place) => stated.has(place))
      .map((place) => `${place} is in the table of claims too: take it out of ${HARMLESS}`),
    ...excused
      .filter((place) => texts.has(place) && claimingLocales(texts.get(place) ?? {}).length === 0)
      .map((place) => `${place} has no word of a claim: take it out of ${HARMLESS}`),
    ...[...claims, ...duties].flatMap(({ claim, ...rest }) =>
      ('madeBy' in rest ? rest.madeBy : [rest.statedIn])
        .filter((file) => !files.has(file))
        .map((file) => `${file} does not exist; ${TABLE} says it keeps: ${claim}`),
    ),
    ...claims.flatMap((claim) => missingTests(claim, tests)),
  ];
}

const claimingLocales = (byLocale: Readonly<Partial<Record<Locale, string>>>): Locale[] =>
  locales.filter((locale) => makesClaim(byLocale[locale] ?? '', locale));

function unstated(
  place: string,
  byLocale: Readonly<Partial<Record<Locale, string>>>,
  known: ReadonlySet<string>,
): string[] {
  if (known.has(place)) {
    const missing = locales.filter((locale) => byLocale[locale] === undefined);
    return missing.map(
      (locale) => `${place} has no text like that in ${locale}: say the same in each language`,
    );
  }
  const [first] = claimingLocales(byLocale);
  if (first === undefined) return [];
  return [
    `${place} claims something (“${byLocale[first]?.slice(0, 80)}”): add it to ${TABLE} with the test that shows it, or to ${HARMLESS}`,
  ];
}

function missingTests({ claim, shownBy }: Claim, tests: readonly SourceText[]): string[] {
  if (shownBy.length === 0) return [`No test shows: ${claim}`];
  return shownBy
    .filter(([file, title]) => !tests.some(({ path, text }) => path === file && hasTitle(text, title)))
    .map(([file, title]) => `${file} has no test “${title}”; ${TABLE} says it shows: ${claim}`);
}

/** Whether a string of a test file begins with a title. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(quote + title));

/** A statement to people about who sees, hears, reads, pays, earns or keeps something. */
export interface Claim {
  /** In one sentence. */
  readonly claim: string;
  /** Places of the texts, as in `Texts`. */
  readonly texts: readonly string[];
  /** Files that make it so. */
  readonly madeBy: readonly string[];
  /** Test files, and titles of tests in them that show it. */
  readonly shownBy: readonly (readonly [file: string, title: string])[];
}

/** A statement that the operator keeps, not the product. */
export interface Duty {
  readonly claim: string;
  readonly texts: readonly string[];
  /** The document that tells the operator. */
  readonly statedIn: string;
}

/** Texts of every language by their place: the key of a message, `mails:unread.lead`, `legal:privacy 2.4:3`. */
export type Texts = ReadonlyMap<string, Readonly<Partial<Record<Locale, string>>>>;

const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

function flatten(value: unknown, path = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[withoutPlural(path), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => flatten(one, path ? `${path}.${key}` : key));
}

const marks = /\*\*|\{\{(?:(?:if|unless) \w+|end)\}\}/g;

/** Paragraphs, list items and rows by section and number: `2.4`. A heading begins a section; numbers are from 0. */
function blocksOf(markdown: string): [place: string, text: string][] {
  let section = 0;
  let block = -1;
  return markdown.split(/\n\n+|\n(?=[-|] )/).flatMap((one): [string, string][] => {
    const text = one.replaceAll(marks, '').trim();
    const isHeading = text.startsWith('#');
    section += isHeading ? 1 : 0;
    block = isHeading ? -1 : block + (text === '' ? 0 : 1);
    return isHeading || text === '' ? [] : [[`${section}.${block}`, text]];
  });
}

/** With the count of sentences, `2.4:3`: a sentence that is added or taken away gives another place. */
const counted = ([place, text]: [string, string]): [place: string, text: string] => [
  `${place}:${sentencesOf(text).length}`,
  text,
];

/** What a file of `src/content` adds, with its language; null for a file without texts for people. */
function textsOfFile(path: string, text: string): { locale: string; texts: [string, string][] } | null {
  const [, folder = '', middle = '', file = ''] =
    /^src\/content\/(\w+)\/(?:([\w-]+)\/)?([\w-]+)\./.exec(path) ?? [];
  if (folder === 'messages' && middle) return { locale: middle, texts: flatten(JSON.parse(text)) };
  if (folder === 'pages') return { locale: file, texts: under('errors:', flatten(JSON.parse(text).errors)) };
  if (['mails', 'documents'].includes(folder))
    return { locale: file, texts: under(`${folder}:`, flatten(JSON.parse(text))) };
  if (folder !== 'legal' && folder !== 'categories') return null;
  const { frontMatter, body } = splitFrontMatter(path, text);
  const blocks = blocksOf(body);
  const texts = folder === 'legal' ? blocks.map(counted) : [...flatten(frontMatter), ...blocks];
  return { locale: file, texts: under(`${folder}:${middle} `, texts) };
}

const under = (prefix: string, texts: [string, string][]): [string, string][] =>
  texts.map(([place, text]) => [prefix + place, text]);

export function readTexts(): Texts {
  const found = new Map<string, Partial<Record<Locale, string>>>();
  for (const file of projectFiles(/^src\/content\/(messages|mails|documents|pages|legal|categories)\//)) {
    const { locale = '', texts = [] } = textsOfFile(file.path, file.text) ?? {};
    const known = locales.find((one) => one === locale);
    if (!known) continue;
    for (const [place, text] of texts) {
      const one = found.get(place) ?? {};
      // Plural forms of one key.
      one[known] = one[known] === undefined ? text : `${one[known]} ${text}`;
      found.set(place, one);
    }
  }
  return found;
}
