import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../architecture/files.ts';

/** A folder with every possible mistake, each in a separate file, and the check's output for it. */
let folder: string;
let output: string;

const at = (path: string) => join(folder, 'src/content', path);

async function change(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(at(path), 'utf8');
  const changed = text.replace(from, to);
  expect(changed, `${path} holds ${from}`).not.toBe(text);
  await writeFile(at(path), changed);
}

/** Everything below the front matter. */
const body = /(?<=\n---\n)[\s\S]*$/;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'written-'));
  await cp(join(root, 'src/content'), at(''), { recursive: true });
  await symlink(join(root, 'public'), join(folder, 'public'));
  await cp(at('categories/art'), at('categories/splash-art'), { recursive: true });
  await change(
    'categories/music/en.md',
    body,
    '$&\n[Look](/now-cams), [there](games) and [here](https://a.example).',
  );
  await change('categories/games/en.md', /^updated: .*$/m, 'updated: 2199-01-01');
  await change('categories/talk/nl.md', body, 'Kom gezellig een keer praten.');
  await change('categories/books/nl.md', body, '$&\nDat kost € 9,95, of 60 credits, of zestig credits.');
  await change('categories/travel/en.md', /^/, '\ufeff');
  await change('categories/fitness/nl.md', /^description:/m, 'descripton:');
  await change('categories/cooking/en.md', 'tab:', 'tabb:');
  await change('legal/privacy/en.md', body, '$&\n[Terms](/term-conditions)');
  await writeFile(at('categories/fashion/nl.md'), Buffer.from('---\nname: caf\xe9\n---\n', 'latin1'));
  await change('words/en.json', /^/, '\ufeff');
  const failed = await promisify(execFile)(process.execPath, ['scripts/check-content.ts', folder], {
    cwd: root,
  }).then(
    () => ({ stdout: '' }),
    (error: { stdout: string }) => error,
  );
  output = failed.stdout.replaceAll(`${at('')}/`, '');
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

it.each([
  'categories/splash-art: /splash-art is an address of the former site and leads to /; choose another name for the folder.',
  'categories/music/en.md: the text below the front matter: the link “games” is not an address; begin with / for a page of the site, or with https://.',
  'categories/music/en.md: the text below the front matter: /now-cams leads to no page of the site; use the address of one, like /new-cams or that of a category.',
  'legal/privacy/en.md: the text below the front matter: /term-conditions leads to no page of the site;',
  'categories/games/en.md: updated is 2199-01-01, which is in the future; write the day of the last change.',
  'categories/talk/nl.md: the text below the front matter has 5 words; write two or three paragraphs of 120 to 220 words together.',
  'categories/books/nl.md: the text below the front matter: “€ 9,95” is a typed price, which does not change with the prices; write {{minute}}, ',
  'categories/books/nl.md: the text below the front matter: “60 credits” is a typed price',
  'categories/books/nl.md: the text below the front matter: “zestig credits” is a typed price',
  'categories/travel/en.md: the file begins with a byte order mark (BOM), which cannot be seen; save it as UTF-8 without BOM.',
  'categories/fitness/nl.md: descripton is not a field that a category has; did you mean description?',
  'categories/cooking/en.md: tabb of h2Tabs: tab 1 is not a field that a category has; did you mean tab?',
  'categories/fashion/nl.md: the file is not UTF-8; save it as UTF-8.',
  'words/en.json: the file begins with a byte order mark (BOM), which cannot be seen; save it as UTF-8 without BOM.',
])('reports: %s', (sentence) => {
  expect(output).toContain(sentence);
});

it('reports a misspelt field once and ignores a link to another site', () => {
  expect(output).not.toContain('description is missing');
  expect(output).not.toContain('a.example');
});
