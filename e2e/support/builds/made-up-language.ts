import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLocale } from '#contract/locales.ts';

/** A code for private use (ISO 639-2 reserves `qaa` to `qtz`). */
export const MADE_UP = 'qaa';
/** Prefix of all texts of the language. */
export const MARK = '¤';

const parts = ['contract', 'demo', 'packages', 'public', 'scripts', 'server', 'src'];
const files = [
  'astro.config.mjs',
  'astro-i18next.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Copies the product, adds the language only to the list of locales, and returns the folder. */
export function copyWithLine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-language-'));
  for (const part of [...parts, ...files])
    cpSync(part, join(folder, part), { recursive: true, verbatimSymlinks: true });
  rmSync(join(folder, 'packages'), { recursive: true });
  symlinkSync(join(process.cwd(), 'packages'), join(folder, 'packages'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const list = join(folder, 'contract/locales.ts');
  writeFileSync(list, readFileSync(list, 'utf8').replace('] as const;', `, '${MADE_UP}'] as const;`));
  return folder;
}

/** Adds all content of the language; its texts are the default language's with a mark. */
export function copyContent(folder: string): void {
  const content = join(folder, 'src/content');
  for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    if (entry.name === defaultLocale)
      for (const name of readdirSync(from)) copyFile(join(from, name), join(entry.parentPath, MADE_UP, name));
    else if (entry.name.startsWith(`${defaultLocale}.`))
      copyFile(from, join(entry.parentPath, entry.name.replace(defaultLocale, MADE_UP)));
  }
  addToShared(content);
}

function copyFile(from: string, to: string): void {
  const text = readFileSync(from, 'utf8');
  cpSync(from, to);
  if (to.endsWith('.ts')) writeFileSync(to, text.replaceAll(`./${defaultLocale}/`, `./${MADE_UP}/`));
  if (to.endsWith('.md')) writeFileSync(to, markedMarkdown(text));
  if (to.endsWith('.txt')) writeFileSync(to, text.replace(/\S$/gm, `$&${MARK}`));
  if (!to.endsWith('.json')) return;
  if (/\/(?:languages|contacts)\//.test(from)) writeFileSync(to, withOwnWord(text));
  else
    writeFileSync(
      to,
      JSON.stringify(from.includes('/words/') ? otherWords(text) : mapTexts(JSON.parse(text), marked)),
    );
}

/** Marks the title, and the end of each line of Markdown, in the front matter too. */
function markedMarkdown(text: string): string {
  const [head = '', body = ''] = text.split(/(?<=^---$[\s\S]*^---$)/m);
  return (
    head.replace(/^title: (.{1,60}).*$/m, `title: ${MARK}$1`).replace(/^( {6}\S.*)$/gm, `$1 ${MARK}`) +
    body.replace(/^(.*\p{L}.*)$/gmu, `$1 ${MARK}`)
  );
}

/** The words of the default language, in which the marked texts are, and one more. */
function withOwnWord(text: string): string {
  const words = JSON.parse(text) as { commonWords: string[] };
  return JSON.stringify({ ...words, commonWords: [...words.commonWords, MADE_UP] });
}

/** Leaves file names and slugs unmarked. */
const marked = (text: string): string => (/^[\w-]+\.txt$|^[a-z]+-[a-z]+$/.test(text) ? text : MARK + text);

function otherWords(text: string): unknown {
  const { forbidden, ...names } = JSON.parse(text) as Record<string, unknown>;
  return { ...(mapTexts(names, otherWord) as object), forbidden: mapTexts(forbidden, marked) };
}

/** Changes names, because two languages must not share one. */
const otherWord = (text: string): string => (/^[A-Z]/.test(text) ? `${text.slice(0, -1)}q` : text);

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

/** Adds the language to promotions and the brand, which have all languages in one file. */
function addToShared(content: string): void {
  const promotions = join(content, 'promotions');
  for (const name of readdirSync(promotions)) {
    const file = JSON.parse(readFileSync(join(promotions, name), 'utf8'));
    if (!file.words) continue;
    file.words[MADE_UP] = mapTexts(file.words[defaultLocale], marked);
    writeFileSync(join(promotions, name), JSON.stringify(file));
  }
  const brand = join(content, 'brand/vonk.ts');
  const text = readFileSync(brand, 'utf8');
  writeFileSync(brand, text.replace(/slogan: \{/, `slogan: { ${MADE_UP}: '${MARK}slogan',`));
}
