import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { locales } from '#contract/locales.ts';
import { completeTabs } from '#contract/performers/directory/categories.ts';
import { listCategories, readCategory } from '#contract/performers/directory/categories-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { openCategories, openEditedCategories, shownCategories } from './open-categories.ts';

const fileNames = new Intl.ListFormat('en').format(locales.map((locale) => `${locale}.md`));

describe('a folder of categories', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'categories-'));
    return () => rm(folder, { recursive: true });
  });

  const nl = '---\nname: Koken\ntitle: Live koken\ndescription: Kook mee.\nposition: 2\n---\nEen *tekst*.\n';
  const en = '---\nname: Cooking\ntitle: Live cooking\ndescription: Cook along.\n---\nA text.\n';
  const write = async (slug: string, files: Readonly<Record<string, string>>): Promise<void> => {
    await mkdir(join(folder, slug));
    // Further languages repeat the English texts.
    const others = locales.slice(2).map((locale) => [`${locale}.md`, files['en.md'] ?? en] as const);
    for (const [name, text] of [...others, ...Object.entries(files)])
      await writeFile(join(folder, slug, name), text);
  };
  const complaint = async (): Promise<string> => {
    const thrown = await openCategories({ folder }).catch((error: Error) => error.message);
    return String(thrown).replaceAll(`${folder}/`, '');
  };

  it('renders the texts of each language as safe HTML', async () => {
    const risky = `${nl}\n<script>alert(1)</script>\n\n[here](javascript:alert(1))`;
    await write('cooking', { 'nl.md': risky, 'en.md': en });
    const { nl: dutch, en: english } = await openCategories({ folder });
    expect(english[0]?.seo.main).toEqual({ title: 'Live cooking', content: '<p>A text.</p>' });
    expect(dutch[0]?.seo.main.content).toContain('<em>tekst</em>');
    expect(dutch[0]?.seo.main.content).toContain('&lt;script&gt;');
    expect(dutch[0]?.seo.main.content).toContain('<a href="">');
  });

  it('sorts by position and leaves out inactive categories', async () => {
    await write('cooking', { 'nl.md': nl, 'en.md': en });
    const named = (name: string, text: string) =>
      text.replace(/^(name|title|description): /gm, `$1: ${name} `);
    await write('art', {
      'nl.md': named('A', nl).replace('position: 2', 'position: 1'),
      'en.md': named('A', en),
    });
    await write('old', {
      'nl.md': named('B', nl).replace('position: 2', 'position: 3\nactive: false'),
      'en.md': named('B', en),
    });
    expect((await openCategories({ folder })).nl.map(({ slug }) => slug)).toEqual(['art', 'cooking']);
  });

  it.each<[string, string, Record<string, string>, string]>([
    [
      'a language that is missing',
      'cooking',
      { 'nl.md': nl },
      `cooking/en.md: this file is missing; a category has ${fileNames}.`,
    ],
    [
      'a file that is nothing',
      'cooking',
      { 'nl.md': nl, 'en.md': en, 'notes.md': en },
      `cooking/notes.md: a category has the files ${fileNames} and nothing else.`,
    ],
    [
      'a text without front matter',
      'cooking',
      { 'nl.md': 'Tekst', 'en.md': en },
      'cooking/nl.md: the file does not begin with front matter between two lines of ---.',
    ],
    [
      'YAML that cannot be read',
      'cooking',
      { 'nl.md': nl.replace('title: ', 'title: Nu: '), 'en.md': en },
      'cooking/nl.md: line 3 cannot be read: Nested mappings are not allowed in compact mappings; a text with a colon or quotes goes between quotes.',
    ],
    [
      'an alias that leads nowhere',
      'cooking',
      { 'nl.md': nl.replace('name: Koken', 'name: *x'), 'en.md': en },
      'cooking/nl.md: the front matter cannot be read: Unresolved alias (the anchor must be set before the alias): x.',
    ],
    [
      'an address of another page',
      'free',
      { 'nl.md': nl, 'en.md': en },
      'free: the site has another page at /free; choose another name for the folder.',
    ],
    [
      'a name that is no address',
      'Koken!',
      { 'nl.md': nl, 'en.md': en },
      'Koken!: the name of the folder is an address and may only have lowercase letters, digits and hyphens.',
    ],
  ])('reports %s in one sentence', async (_, slug, files, sentence) => {
    await write(slug, files);
    expect(await complaint()).toBe(sentence);
  });

  it('ignores files in a language that is not served', async () => {
    await write('cooking', { 'nl.md': nl, 'en.md': en, 'tlh.md': 'Qapla’' });
    expect((await openCategories({ folder })).nl).toHaveLength(1);
  });

  it('reports two categories at the same position', async () => {
    await write('cooking', { 'nl.md': nl, 'en.md': en });
    await write('soup', { 'nl.md': nl, 'en.md': en });
    expect(await complaint()).toContain('soup/nl.md: position 2 is already taken by cooking.');
  });

  it('reports all mistakes at once, and a missing folder', async () => {
    await write('cooking', { 'nl.md': nl });
    await write('soup', { 'nl.md': 'Tekst', 'en.md': en });
    const [missing, unreadable, ...others] = (await complaint()).split('\n');
    expect(missing).toContain('cooking/en.md: this file is missing;');
    expect(unreadable).toContain('soup/nl.md: the file does not begin with front matter');
    expect(others).toEqual(
      ['name', 'title', 'description'].map((field) =>
        expect.stringContaining(`soup/de.md: ${field} is the same as in `),
      ),
    );
    await expect(openCategories({ folder: join(folder, 'gone') })).rejects.toThrow(
      'gone: this folder does not exist; it holds a folder for each category.',
    );
  });

  it('fills in prices', async () => {
    await write('cooking', { 'nl.md': nl, 'en.md': `${en}\nIt takes {{minute}} credits a minute.` });
    const { en: english } = await openCategories({ folder });
    expect(english[0]?.seo.main.content).toContain(`It takes ${prices.chatMinute} credits`);
    const edited = await openEditedCategories({ folder });
    const [ranged] = shownCategories(edited, { minute: '30–120' }).en;
    expect(ranged?.seo.main.content).toContain('It takes 30–120 credits');
  });
});

describe('listCategories and readCategory', () => {
  const test = startTestApp();

  it('P3.22 P7.33 lists facts and texts of the categories in the requested language', async () => {
    const { result } = await callApp(test, listCategories, {}, { 'x-lang': 'en' });
    expect(result.map(({ position }) => position)).toEqual(result.map((_, index) => index + 1));
    expect(result).toHaveLength(12);
    expect(result[0]).toMatchObject({
      slug: 'talk',
      key: 'talk',
      active: true,
      highlight: { active: true },
      meta: { nl: { name: 'Goed gesprek' }, en: { name: 'Good talk' } },
      title: 'Live webcams for a good conversation',
    });
  });

  it('leaves out the texts for the bar', async () => {
    const { result } = await callApp(test, listCategories, { texts: false });
    expect(JSON.stringify(result).length).toBeLessThan(3000);
    expect(result[0]).not.toHaveProperty('h2Tabs');
  });

  it.each(locales)('P3.22 gives every category in %s a full text and complete tabs', async (lang) => {
    const { result } = await callApp(test, listCategories, { lang });
    for (const { slug } of result) {
      const category = await callApp(test, readCategory, { slug, lang });
      const words = category.seo.main.content
        .replace(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/);
      expect(words.length, slug).toBeGreaterThan(119);
      expect(completeTabs(category.h2Tabs, () => false).length, slug).toBeGreaterThan(1);
      expect(category.h2Tabs).toHaveLength(completeTabs(category.h2Tabs, () => true).length);
    }
    for (const field of ['title', 'description'] as const)
      expect(new Set(result.map((category) => category[field])).size).toBe(result.length);
  });

  it('refuses an unknown category', async () => {
    await expect(callApp(test, readCategory, { slug: 'nothing' })).rejects.toThrow('badRequest.notFound');
  });
});
