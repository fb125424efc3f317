import { type Locale, locales } from '#contract/locales.ts';
import { splitFrontMatter } from '#server/performers/categories/written-text.ts';
import { projectFiles } from '../architecture/files.ts';
import { sentencesOf } from './words.ts';

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
