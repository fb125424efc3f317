import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inEachLocale, locales } from '#contract/locales.ts';
import { makeCast } from '#demo/cast.ts';
import { brokenPromises } from '#server/content/promises.ts';
import { missingFeatures } from '../../src/lib/site/brand.ts';
import { root } from '../architecture/files.ts';
import { checkContent, legalPages } from './check-content.ts';

vi.mock('../../src/content/brand/index.ts', async (original) => {
  const { brand } = await original<typeof import('../../src/content/brand/index.ts')>();
  return { brand: { ...brand, features: { ...brand.features, vip: false, messenger: false } } };
});

const fileNames = new Intl.ListFormat('en').format(locales.map((locale) => `${locale}.md`));

/** Categories in which tests make mistakes; others would only slow the tests down. */
const kept = ['art', 'music', 'talk'];

/** Number of paragraphs of legal texts that are kept, except in the page that tests change within. */
const PARAGRAPHS = 6;
const changedWithin = 'legal/terms-conditions/en.md';

/** A copy of the product's content for mistakes; fixed files are not copied. */
let folder: string;
const own = join(root, 'src/content');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-content-'));
  const isKept = (path: string): boolean =>
    basename(dirname(path)) !== 'categories' || kept.includes(basename(path));
  await cp(own, join(folder, 'src/content'), { recursive: true, filter: isKept });
  for (const path of legalPages.flatMap((page) => locales.map((locale) => `legal/${page}/${locale}.md`))) {
    const text = await readFile(join(own, path), 'utf8');
    const kept = text.split('\n\n').slice(0, path === changedWithin ? undefined : PARAGRAPHS);
    await writeFile(join(folder, 'src/content', path), kept.join('\n\n'));
  }
  await symlink(join(root, 'public'), join(folder, 'public'));
  return () => rm(folder, { recursive: true });
});

const touched = new Set<string>();
/** Path of a file in the folder, which the test may change. */
function at(path: string): string {
  touched.add(path);
  return join(folder, 'src/content', path);
}
afterEach(async () => {
  for (const path of touched) await cp(join(own, path), at(path)).catch(() => rm(at(path), { force: true }));
  touched.clear();
});

async function change(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(at(path), 'utf8');
  const changed = text.replace(from, to);
  expect(changed, `${path} holds ${from}`).not.toBe(text);
  await writeFile(at(path), changed);
}

async function promote(promotion: Record<string, unknown>): Promise<void> {
  const texts = { title: 'Kijk', text: 'Hallo', button: 'Ga' };
  const banner = {
    placement: 'sidebar',
    mobileImageUrl: '/promotions/new-cams-mobile.svg',
    desktopImageUrl: '/promotions/new-cams-desktop.svg',
    words: inEachLocale(() => texts),
  };
  await writeFile(at('promotions/mine.json'), JSON.stringify({ ...banner, ...promotion }));
}

async function findMistakes({
  content = join(folder, 'src/content'),
  promotions = 'promotions',
} = {}): Promise<string[]> {
  const inContent = (path: string) => join(content, path);
  const { mistakes } = await checkContent({
    categories: inContent('categories'),
    promotions: inContent(promotions),
    legal: inContent('legal'),
    words: inContent('words'),
    messages: inContent('messages'),
    emoji: inContent('emoji'),
    texts: inContent(''),
    public: join(root, 'public'),
    isPerformer: (username) => ['Amber', 'Elena', 'Femke'].includes(username),
  });
  return mistakes.map((mistake) => mistake.replaceAll(`${content}/`, ''));
}

it('finds no mistake in the product’s content', async () => {
  expect(await findMistakes({ content: own })).toEqual([]);
});

it('the demo’s performers promise no feature that the brand lacks', () => {
  const cast = makeCast({ count: 360, now: new Date('2026-11-20T12:00:00Z') });
  const promises = cast.flatMap(({ username, texts }) =>
    [...Object.values(texts.nl), ...Object.values(texts.en)].flatMap((text) =>
      brokenPromises(text, missingFeatures).map(({ words }) => `${username}: ${words}`),
    ),
  );
  expect(promises).toEqual([]);
});

describe('a category', () => {
  it('with the same language in two files is reported with its fields', async () => {
    await cp(at('categories/art/nl.md'), at('categories/art/en.md'));
    expect(await findMistakes()).toContain(
      'categories/art/en.md: this file must be English, but reads as Dutch in description; h2Tabs: tab 1; h2Tabs: tab 2; the text below the front matter; translate it.',
    );
  });

  it('with an untranslated tab is reported', async () => {
    const dutch = 'Dit is een tekst die nog niet is vertaald, want dat komt later wel een keer.';
    await change(
      'categories/art/en.md',
      'h2Tabs:\n',
      `h2Tabs:\n  - tab: A\n    title: B\n    content: ${dutch}\n`,
    );
    expect(await findMistakes()).toEqual([
      'categories/art/en.md: this file must be English, but reads as Dutch in h2Tabs: tab 1; translate it.',
    ]);
  });

  it.each([
    ['title', /^ {4}title: .*\n/m, 'title is missing'],
    ['content', /^ {4}content: \|\n(?: {6}.*\n|\n)+/m, 'content is missing'],
  ])('P2.79 with a tab without %s is reported', async (_, line, what) => {
    await change('categories/music/nl.md', line, '');
    expect(await findMistakes()).toEqual([`categories/music/nl.md: h2Tabs: tab 1, ${what}.`]);
  });

  it.each([
    [
      'tab',
      'h2Tabs:\n',
      'h2Tabs:\n  - tab: A\n    title: B\n    content: C\n    image: /assets/gone.webp\n',
      'h2Tabs: tab 1, image',
    ],
    ['small screen', 'position: ', 'mobileImageBg: /assets/gone.webp\nposition: ', 'mobileImageBg'],
  ])('P3.22 with a missing picture for a %s is reported', async (_, from, to, field) => {
    await change('categories/music/nl.md', from, to);
    expect(await findMistakes()).toEqual([
      `categories/music/nl.md: ${field} names /assets/gone.webp, which does not exist; put the picture at public/assets/gone.webp or correct the name.`,
    ]);
  });

  it.each(['title', 'description', 'name'])('with the %s of another one is reported', async (field) => {
    const line = new RegExp(`^${field}: .*$`, 'm');
    const [first = ''] = (await readFile(at('categories/talk/en.md'), 'utf8')).match(line) ?? [];
    await change('categories/music/en.md', line, first);
    expect(await findMistakes()).toEqual([
      `categories/music/en.md: ${field} is the same as in categories/talk/en.md; give each page its own.`,
    ]);
  });

  it('is checked as a whole beside a file that is nothing, and beside mistakes of its own', async () => {
    await writeFile(at('categories/music/notes.txt'), 'Later');
    await change('categories/music/nl.md', 'position: ', 'mobileImageBg: /assets/gone.webp\nposition: ');
    await change('categories/music/de.md', /^name: .*$/m, 'nane: Musik');
    await change(
      'categories/music/de.md',
      'h2Tabs:\n',
      'h2Tabs:\n  - tab: A\n    title: VIP\n    content: VIP\n',
    );
    await change('categories/music/en.md', /$/, '\n\n![A band](/assets/band.webp) [here](/gone)\n');
    const found = await findMistakes();
    for (const what of [
      'categories/music/notes.txt: a category has the files',
      'categories/music/nl.md: mobileImageBg names /assets/gone.webp, which does not exist',
      'categories/music/de.md: nane is not a field',
      'categories/music/de.md: h2Tabs: “A” promises “VIP”',
      'the picture “/assets/band.webp” does not exist; put it at public/assets/band.webp',
      '/gone leads to no page of the site',
    ])
      expect(found.join('\n')).toContain(what);
  });

  it.each([
    ['/assets/gone.webp', '“/assets/gone.webp” does not exist; put it at public/assets/gone.webp or'],
    ['assets/tab.webp', '“assets/tab.webp” is not one of the site'],
    ['https://pictures.example/a.webp', '“https://pictures.example/a.webp” is not one of the site'],
    ['javascript:alert(1)', '“” is not one of the site'],
  ])('with the picture %s in a text is reported', async (address, what) => {
    await change('categories/music/en.md', /$/, `\n\n[![A band](${address})](/free)\n`);
    expect(await findMistakes()).toEqual([
      expect.stringContaining(`categories/music/en.md: the text below the front matter: the picture ${what}`),
    ]);
    await change('legal/privacy/en.md', /$/, `\n\n![A band](${address})\n`);
    expect((await findMistakes()).join('\n')).toContain(
      `legal/privacy/en.md: the text below the front matter: the picture ${what}`,
    );
  });

  it('with an unknown figure or a promise of a missing feature is reported', async () => {
    await change('categories/talk/nl.md', '    feature: vip\n', '');
    await change('categories/talk/en.md', 'You do not have', '{{welcom}} You do not have');
    const unknown =
      'categories/talk/en.md: the text below the front matter: {{welcom}} is not a known amount; there are minute, vipMinute, vipMinimum, message, welcome, unitSeconds, chatMessageMax.';
    const promise =
      'categories/talk/nl.md: h2Tabs: “Onder vier ogen” promises “VIP”, but this brand does not have vip; leave it out or make it depend on that feature.';
    expect(await findMistakes()).toEqual([unknown, promise]);
    await change('categories/talk/en.md', '{{welcom}} ', '');
    expect(await findMistakes()).toEqual([promise]);
  });
});

describe('a promotion', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'without a button',
      {
        link: '/free',
        words: {
          ...inEachLocale(() => ({ title: 'A', text: 'B', button: 'C' })),
          nl: { title: 'A', text: 'B' },
        },
      },
      'words.nl.button must be a text.',
    ],
    [
      'of an unknown performer',
      { component: 'profile', model: 'Nobody' },
      'model names Nobody, but no performer has that username.',
    ],
    [
      'with a link that leads nowhere',
      { link: '/nowhere' },
      'link: /nowhere leads to no page of the site; use the address of one, like /new-cams or that of a category.',
    ],
    [
      'with a link to an unknown performer',
      { link: '/profile/Nobody' },
      'link: /profile/Nobody leads to an unknown performer.',
    ],
    [
      'with link and wallet',
      { link: '/free', wallet: true },
      'link must be left out if wallet is given: a button opens one thing.',
    ],
    [
      'with modal and link',
      { link: '/free', modal: 'Login' },
      'link must be left out if modal is given: a button opens one thing.',
    ],
    [
      'of a profile with a link beside',
      { component: 'profile', model: 'Amber', link: '/free' },
      'link must be left out if component profile is given: a button opens one thing.',
    ],
    ['that opens nothing', {}, 'link must be given, unless wallet or modal is.'],
    [
      'with a picture that does not exist',
      { link: '/free', mobileImageUrl: '/promotions/gone.svg' },
      'mobileImageUrl names /promotions/gone.svg, which does not exist; put the picture at public/promotions/gone.svg or correct the name.',
    ],
  ])('P3.23 %s is reported', async (_, promotion, what) => {
    await promote(promotion);
    expect((await findMistakes()).map((one) => one.replace(/^promotions\/mine\.json:? /, ''))).toEqual([
      what,
    ]);
  });

  it('with the same language twice is reported', async () => {
    const words = {
      title: 'Nieuw deze week',
      text: 'Zeg hoi tegen wie net is begonnen.',
      button: 'Naar de lijst',
    };
    const short = { title: 'A', text: 'B', button: 'C' };
    await promote({ link: '/free', words: { ...inEachLocale(() => short), nl: words, en: words } });
    expect(await findMistakes()).toEqual([
      'promotions/mine.json: words.en must be English, but reads as Dutch; translate it.',
    ]);
  });

  it('that promises a missing feature is reported', async () => {
    const words = { title: 'VIP', text: 'A', button: 'B' };
    await promote({ link: '/free', words: inEachLocale(() => words) });
    expect((await findMistakes())[0]).toContain(
      'promotions/mine.json: words.nl.title promises “VIP”, but this brand does not have vip;',
    );
  });

  it('needs an existing folder', async () => {
    expect(await findMistakes({ promotions: 'promos' })).toEqual([
      'The promotions folder promos does not exist. Correct PROMOTIONS, or create the folder; it may be empty.',
    ]);
  });
});

describe('a legal text', () => {
  const page = changedWithin;
  it.each<[string, string | RegExp, string, string]>([
    [
      'a field too much',
      'updated:',
      'udpated:',
      'udpated is not a field that a legal text has; did you mean updated?',
    ],
    ['no title', /^title: .*\n/m, '', 'title is missing.'],
    [
      'an unknown figure',
      '{{minute}}',
      '{{hour}}',
      'the text below the front matter: {{hour}} is not a known amount;',
    ],
    [
      'half a condition',
      '{{end}}',
      '',
      'the text below the front matter: {{if messenger}} is half a condition;',
    ],
    [
      'a promise',
      '{{if messenger}}, private messages{{end}}',
      ', private messages',
      'promises “private messages”',
    ],
    ['front matter that cannot be read', 'title: ', 'title: Now: ', 'line 2 cannot be read:'],
  ])('P2.12 with %s is reported', async (_, from, to, what) => {
    await change(page, from, to);
    expect((await findMistakes()).join('\n')).toContain(what);
  });

  it('with the title of another one is reported', async () => {
    await change('legal/privacy/en.md', /^title: .*$/m, 'title: Terms and conditions');
    expect(await findMistakes()).toEqual([
      'legal/terms-conditions/en.md: title is the same as in legal/privacy/en.md; give each page its own.',
    ]);
  });

  it('that is missing, or in the language of another file, is reported', async () => {
    await unlink(at('legal/privacy/en.md'));
    await cp(at('legal/cookies/en.md'), at('legal/cookies/nl.md'));
    const [twice, missing] = await findMistakes();
    expect(twice).toMatch(/^legal\/cookies\/nl\.md: this file must be Dutch, but reads as English in /);
    expect(missing).toBe(
      'legal/privacy/en.md: this file is missing; a legal page has a file for each language.',
    );
  });
});

describe('a text of the server', () => {
  it.each<[string, string, string | RegExp, string, string]>([
    [
      'a misspelled key',
      'mails/de.json',
      '"lead"',
      '"laed"',
      'mails/de.json: activation lead is missing.\nmails/de.json: laed of activation is not a field that this file has; there are subject, lead, button, rest.',
    ],
    [
      'a mail that another language has not',
      'mails/de.json',
      '"activation"',
      '"activaton"',
      'mails/de.json: activation is missing, but mails/nl.json has it.\nmails/de.json: activaton is not a field of mails/nl.json; did you mean activation?',
    ],
    ['nothing to read', 'documents/en.json', '{', '', 'documents/en.json: this file is not JSON.'],
    [
      'a value that another language has not',
      'mails/de.json',
      '{{house}}',
      '{{hause}}',
      'mails/de.json: activation.subject has {{hause}}, but in mails/nl.json {{house}}.',
    ],
    [
      'a word that is none',
      'languages/nl.json',
      '"de"',
      '"De Kat"',
      'languages/nl.json: commonWords 1, must be a word in lowercase letters.',
    ],
  ])('with %s is reported', async (_, file, from, to, sentence) => {
    await change(file, from, to);
    expect((await findMistakes()).join('\n')).toBe(sentence);
  });

  it('that is missing is named, and files that the site’s build needs', async () => {
    const missing = ['mails/de.json', 'messages/de/chat.json', 'messages/de.ts', 'emoji/de.txt'];
    for (const file of missing) await unlink(at(file));
    expect(new Set(await findMistakes())).toEqual(
      new Set(missing.map((file) => `${file}: this file is missing; each language has one.`)),
    );
  });
});

describe('all stages', () => {
  it('report their mistakes at once', async () => {
    await writeFile(at('mails/de.json'), '{');
    await change('mails/en.json', '"subject"', '"subjet"');
    await change('categories/art/en.md', /^title: .*\n/m, '');
    await writeFile(at('categories/art/nl.md'), 'no front matter');
    await writeFile(at('categories/art/notes.txt'), 'a note');
    await unlink(at('categories/music/en.md'));
    await change('categories/talk/nl.md', /$/, '\n\nKijk op [deze pagina](/nowhere).\n');
    await change('legal/cookies/en.md', /^title: .*\n/m, '');
    await change('legal/cookies/en.md', /$/, '\n\nSee [this page](/nowhere) and {brand}.\n');
    await promote({ component: 'profile', model: 'Nobody' });
    const found = await findMistakes();
    for (const [file, what] of [
      ['mails/de.json', 'is not JSON'],
      ['mails/en.json', 'subjet'],
      ['categories/art/en.md', 'title is missing'],
      ['categories/art/nl.md', 'does not begin with front matter'],
      ['categories/art/notes.txt', 'and nothing else'],
      ['categories/music/en.md', 'this file is missing'],
      ['categories/talk/nl.md', '/nowhere leads to no page'],
      ['legal/cookies/en.md', 'title is missing'],
      ['legal/cookies/en.md', '/nowhere leads to no page'],
      ['legal/cookies/en.md', '{brand} would be shown as it is; write {{brand}}'],
      ['promotions/mine.json', 'no performer has that username'],
    ] as const)
      expect(found, `${file} ${what}`).toContainEqual(
        expect.stringMatching(new RegExp(`^${file}: .*${what.replace(/[{}]/g, '\\$&')}`)),
      );
  });

  it.each([
    ['{welcome} credits', '{welcome} would be shown as it is; write {{welcome}}'],
    ['{{welcome} credits', '{{welcome} would be shown as it is; write {{welcome}}'],
    [
      '[here] (/free)',
      '“[here] (/free)” is not a link; write [text](/address), without blanks between or in the brackets',
    ],
    [
      '[here](/free now)',
      '“[here](/free now)” is not a link; write [text](/address), without blanks between or in the brackets',
    ],
    [
      '[here][there]',
      '“[here][there]” is not a link; write [text](/address), without blanks between or in the brackets',
    ],
    ['[here]()', 'the link “” is not an address; begin with / for a page of the site, or with https://'],
    ['a <b>bold</b> word', '“<b>” is a tag, which is shown as it is; write Markdown'],
    ['# A title', '“# A title” is a second title of the page; write ## for a heading'],
    ['# A title <b>', '“# A title <b>” is a second title of the page; write ## for a heading'],
    ['##Heading', '“##Heading” is not a heading; put a blank after the #'],
  ])('tell what visitors would see as it was typed: %s', async (typed, what) => {
    await change('categories/talk/en.md', /$/, `\n\n${typed}\n`);
    expect(await findMistakes()).toContain(
      `categories/talk/en.md: the text below the front matter: ${what}.`,
    );
  });

  it.each([
    ['categories/readme.md', 'a category is a folder with a file per language'],
    [
      'legal/imprint.md',
      'the legal pages are the folders affiliates, cookies, forbidden, privacy, and terms-conditions',
    ],
    ['legal/cookies/nl.txt', `a legal page has ${fileNames}`],
    ['promotions/summer.txt', 'a promotion is a file that ends with .json'],
    ['mails/mail-notes.json', `this folder has ${fileNames.replaceAll('.md', '.json')} and nothing else`],
  ])('tell a file that nothing reads: %s', async (path, what) => {
    await writeFile(at(path), 'A note.');
    expect(await findMistakes()).toEqual([`${path}: nothing reads this; ${what}.`]);
  });

  it('accept what editors may write', async () => {
    const text = '## Heading\n\nA [link](/free), a note [1], 3 < 5, `<b>` and {{welcome}} credits :-{';
    await change('categories/talk/en.md', /$/, `\n\n${text}\n`);
    expect(await findMistakes()).toEqual([]);
  });
});

describe('a language whose file is a copy', () => {
  it.each([
    ['messages/en/chat.json', 'messages/de/chat.json'],
    ['mails/en.json', 'mails/de.json'],
    ['languages/en.json', 'languages/de.json'],
    ['emoji/en.txt', 'emoji/de.txt'],
  ])('of %s is refused', async (from, to) => {
    const text = await readFile(at(from), 'utf8');
    await writeFile(at(to), `${text}\n`);
    expect(await findMistakes()).toContain(`${to}: this file has the texts of ${from}; translate it.`);
  });
});

it('reports duplicate names in a language', async () => {
  await cp(at('words/nl.json'), at('words/en.json'));
  expect(await findMistakes()).toEqual([
    'words/en.json: most adjectives are the same as in nl.json; translate them.',
  ]);
});

it('prints only the sentences when an editor runs it', async () => {
  await unlink(at('categories/music/en.md'));
  await promote({ component: 'profile', model: 'Nobody' });
  const run = promisify(execFile)(process.execPath, ['scripts/check-content.ts', folder], { cwd: root });
  const failed: { code: number; stdout: string; stderr: string } = await run.then(
    () => {
      throw new Error('accepted');
    },
    (error) => error,
  );
  expect(failed.code).toBe(1);
  expect(failed.stderr).toBe('');
  expect(failed.stdout.trim().split('\n')).toEqual([
    `${at('categories/music/en.md')}: this file is missing; a category has ${fileNames}.`,
    `${at('promotions/mine.json')}: model names Nobody, but no performer has that username.`,
  ]);
});
