import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, locales, localeTag } from '#contract/locales.ts';

/** Folders of `src/content` that have a JSON file per language. */
const jsonFolders = ['contacts', 'documents', 'languages', 'mails', 'pages', 'words'];

const isHidden = (name: string): boolean => name.startsWith('.');

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

const entriesOf = (folder: string): Entry[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
        .filter(({ name }) => !isHidden(name))
        .sort((a, b) => a.name.localeCompare(b.name))
    : [];

/** Everything in a folder that is not `allowed`, as sentences. */
const strangersIn = (folder: string, isAllowed: (entry: Entry) => boolean, what: string): string[] =>
  entriesOf(folder)
    .filter((entry) => !isAllowed(entry))
    .map(({ name }) => `${join(folder, name)}: nothing reads this; ${what}.`);

const list = new Intl.ListFormat('en');
const fileNames = (ending: string): string => list.format(locales.map((locale) => locale + ending));
/** Also of a language that is not served: its content may stay. */
const isLanguageFile =
  (ending: string) =>
  ({ name, isFolder }: Entry): boolean =>
    !isFolder && name.endsWith(ending) && localeTag.test(name.slice(0, -ending.length));

interface Folders {
  readonly texts: string;
  readonly categories: string;
  readonly legal: string;
  readonly promotions: string;
  /** Folders of the legal pages. */
  readonly pages: readonly string[];
}

/** Files that an editor believes to be read, such as a promotion in `.txt` or a text beside the folders. */
export function strayFiles({ texts, categories, legal, promotions, pages }: Folders): string[] {
  const simple = jsonFolders.flatMap((folder) =>
    strangersIn(
      join(texts, folder),
      isLanguageFile('.json'),
      `this folder has ${fileNames('.json')} and nothing else`,
    ),
  );
  return [
    ...simple,
    ...strangersIn(categories, ({ isFolder }) => isFolder, 'a category is a folder with a file per language'),
    ...strangersIn(
      legal,
      ({ name, isFolder }) => isFolder && pages.includes(name),
      `the legal pages are the folders ${list.format([...pages])}`,
    ),
    ...pages.flatMap((page) =>
      strangersIn(join(legal, page), isLanguageFile('.md'), `a legal page has ${fileNames('.md')}`),
    ),
    ...strangersIn(
      promotions,
      ({ name, isFolder }) => !isFolder && name.endsWith('.json'),
      'a promotion is a file that ends with .json',
    ),
  ];
}

/** Words in a line from which on two languages do not have it in common by chance. */
const TELLING = 3;
/** Part of those lines that a translation may leave as they are. */
const SAME_MAX = 0.5;

/**
 * Files of a language that are copies of another language's: their texts are the same, whatever their folder. Those whose
 * language is told by their words are left out.
 */
export function copiedFiles(root: string, mistakes: readonly string[]): string[] {
  const isTold = (path: string): boolean =>
    mistakes.some(
      (mistake) => mistake.startsWith(`${path}: `) && / must be | are the same as in /.test(mistake),
    );
  const groups = new Map<string, { path: string; locale: Locale }[]>();
  for (const path of filesBelow(root)) {
    const locale = locales.find((one) => path.split(/[/.]/).includes(one));
    if (!locale) continue;
    const key = path
      .split(/([/.])/)
      .map((part) => (part === locale ? '*' : part))
      .join('');
    groups.set(key, [...(groups.get(key) ?? []), { path, locale }]);
  }
  return [...groups.values()].flatMap((files) => {
    const read = files
      .sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale))
      .map(({ path }) => ({ path: join(root, path), text: readFileSync(join(root, path), 'utf8') }));
    return read.flatMap(({ path, text }, index) => {
      const first = read.slice(0, index).find((other) => isCopy(other.text, text));
      return first && !isTold(path) && !isTold(first.path)
        ? [`${path}: this file has the texts of ${first.path}; translate it.`]
        : [];
    });
  });
}

const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|md|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ''))
    .sort();

/** Files without whole sentences, such as lists of words, are copies if they are equal. */
function isCopy(first: string, other: string): boolean {
  const lines = tellingLines(other);
  if (lines.length === 0) return first.trim() === other.trim();
  const known = new Set(tellingLines(first));
  return lines.filter((line) => known.has(line)).length > lines.length * SAME_MAX;
}

const tellingLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line
          .replace(/^"[\w.-]+": /, '')
          .split(/\s+/)
          .filter((word) => /\p{L}{2}/u.test(word)).length >= TELLING,
    );
