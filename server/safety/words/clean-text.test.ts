import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locales } from '#contract/locales.ts';
import { readConfig } from '#server/config/config.ts';
import { cleanText, MASK } from './clean-text.ts';
import { openForbiddenWords } from './word-list.ts';

const forbiddenWords = await openForbiddenWords();
const config = readConfig({});
const clean = (text: string, more: { own?: string[]; earlier?: string[] } = {}) =>
  cleanText({ config, brand: { forbiddenWords } }, text, more);

interface Sample {
  /** Consecutive messages of one sender. */
  texts: readonly string[];
  /** The messages as others read them. */
  shown: readonly string[];
  /** The filter is not expected to handle it. */
  isOpen: boolean;
}

const corpus = join(import.meta.dirname, 'corpus');
/** `nl`, and `nl-2`: written after the filter was finished. */
const names = readdirSync(corpus).map((name) => name.replace(/^(?:evasive|innocent)-|\.txt$/g, ''));
const sets = [...new Set(names)];

/**
 * Each line is a sample: `«…»` is to be masked, ` // ` separates messages of one sender, a leading `!` marks what the
 * filter gets wrong, `#` starts a section.
 */
const readSamples = (kind: 'evasive' | 'innocent', set: string): Sample[] =>
  readFileSync(join(corpus, `${kind}-${set}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const messages = line.replace(/^! /, '').split(' // ');
      return {
        texts: messages.map((message) => message.replace(/[«»]/g, '')),
        shown: messages.map((message) => message.replace(/«[^»]*»/g, MASK)),
        isOpen: line.startsWith('! '),
      };
    });

const bySet = new Map(
  sets.map((set) => [set, { evasive: readSamples('evasive', set), innocent: readSamples('innocent', set) }]),
);
const samplesOf = (kind: 'evasive' | 'innocent', set: string) => bySet.get(set)?.[kind] ?? [];
const evasions = sets.flatMap((set) => samplesOf('evasive', set));
const innocent = sets.flatMap((set) => samplesOf('innocent', set));

/** The messages as others read them, one after the other. */
const show = (texts: readonly string[]): string[] =>
  texts.map((text, index) => clean(text, { earlier: texts.slice(0, index) }));

const seen = new Map([...evasions, ...innocent].map((sample) => [sample, show(sample.texts)]));
const isMasked = (sample: Sample): boolean => seen.get(sample)?.join('\n') === sample.shown.join('\n');
/** Samples that are not shown as they say, each with what others read instead. */
const wronglyShown = (samples: readonly Sample[]) =>
  samples
    .filter((sample) => !sample.isOpen && !isMasked(sample))
    .map((sample) => ({ ...sample, but: seen.get(sample) }));
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

it.each(locales)('has 100 evasions and 150 innocent texts in %s', (lang) => {
  expect(samplesOf('evasive', lang).length).toBeGreaterThanOrEqual(100);
  expect(samplesOf('innocent', lang).length).toBeGreaterThanOrEqual(150);
});

it.each(sets)(
  'finds 70 percent of the evasions of %s and spoils at most 1 percent of its innocent texts',
  (set) => {
    const [found, kept] = (['evasive', 'innocent'] as const).map((kind) => {
      const samples = samplesOf(kind, set);
      return percent(samples.filter((sample) => isMasked(sample)).length, samples.length);
    });
    expect(found).toBeGreaterThanOrEqual(70);
    expect(kept).toBeGreaterThanOrEqual(99);
  },
);

it.each(sets)('has no sample of %s twice', (set) => {
  for (const kind of ['evasive', 'innocent'] as const) {
    const texts = samplesOf(kind, set).map((sample) => sample.texts.join(' // '));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
});

it.each(sets)('masks the evasions of %s and nothing else', (set) => {
  expect(wronglyShown(samplesOf('evasive', set))).toEqual([]);
});

it.each(sets)('lets through the innocent texts of %s', (set) => {
  expect(wronglyShown(samplesOf('innocent', set))).toEqual([]);
});

it.each(locales)('lets through all texts of the site in %s', async (lang) => {
  const folder = `src/content/messages/${lang}`;
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(`${folder}/${name}`, 'utf8')),
  );
  const texts = files.flatMap((file) =>
    [...file.matchAll(/: "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text),
  );
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => clean(text) !== text)).toEqual([]);
});

it('has the rates given in the documentation', async () => {
  const masked = evasions.filter(isMasked);
  const wronglyMasked = innocent.filter((sample) => !isMasked(sample));
  // A sample marked as wrong must still be wrong, or the rate would look worse than it is.
  expect(evasions.filter((sample) => sample.isOpen && masked.includes(sample))).toEqual([]);
  expect(innocent.filter((sample) => sample.isOpen && !wronglyMasked.includes(sample))).toEqual([]);
  const docs = await readFile('docs/operate/moderation.md', 'utf8');
  expect(docs.replaceAll(/\s+/g, ' ')).toContain(
    `${percent(masked.length, evasions.length)} % of ${evasions.length} evasions are masked, and ${percent(wronglyMasked.length, innocent.length)} % of ${innocent.length} harmless texts by mistake`,
  );
});

it.each([
  ['nazi', 'Jij |nazi|!'],
  ['underage', 'is she |u n d e r a g e|?'],
  ['underage', '|UNDЕRAGE|'],
  ['preteen', '|pre-teen|s'],
  ['minderjarig', '|m1nderj4r1g| toch'],
])('masks the operator’s word %s in %s', (_, line) => {
  const masked = clean(line.replaceAll('|', ''));
  // A forbidden word inside another word does not count.
  expect(masked).toBe(line.endsWith('|s') ? line.replaceAll('|', '') : line.replace(/\|[^|]*\|/g, MASK));
});

it('masks the performer’s own words in her room only', () => {
  expect(clean('Hoi Saskia de Vries', { own: ['saskia'] })).toBe(`Hoi ${MASK} de Vries`);
  expect(clean('Hoi S@skia', { own: ['saskia'] })).toBe(`Hoi ${MASK}`);
  expect(clean('Hoi Saskia')).toBe('Hoi Saskia');
});

it('masks several parts, overlapping ones once', () => {
  expect(clean('0612345678 of vera@gmail.com of whatsapp 0612345678')).toBe(
    `${MASK} of ${MASK} of whatsapp ${MASK}`,
  );
  expect(clean('www.whatsapp.com')).toBe(MASK);
});

it('refuses or ignores contact details, as configured by the operator', () => {
  const as = (contactDetails: 'refuse' | 'off') => (text: string) =>
    cleanText({ config: { ...config, contactDetails }, brand: { forbiddenWords } }, text);
  expect(() => as('refuse')('bel 0612345678')).toThrow('badRequest.chat.words');
  expect(() => as('refuse')('jij nazi')).toThrow('badRequest.chat.words');
  expect(as('refuse')('hoi Vera')).toBe('hoi Vera');
  expect(as('off')('bel 0612345678')).toBe('bel 0612345678');
  expect(as('off')('jij nazi')).toBe(`jij ${MASK}`);
});

it('names file and field of an invalid list', async () => {
  await expect(openForbiddenWords('no-such-folder')).rejects.toThrow('this file is missing');
  expect(JSON.parse(await readFile('src/content/words/nl.json', 'utf8'))).toHaveProperty('forbidden');
});

/** Processor time in ms for a number of runs. */
function timeOf(text: string, times: number): number {
  const begun = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) clean(text);
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

it.each([
  ['letters', 'a'],
  ['letters with dots', 'a.'],
  ['at signs', 'a@'],
  ['digits', '1 '],
  ['zeros', '0-'],
  ['sums', '0 1 1 '],
  ['letters one by one', 'w h a t s '],
  ['the beginning of a word', 'whatsap'],
  ['spelled digits', 'nul zes '],
  ['spelled digits in one word', 'een'],
  ['halves of numbers', 'vier en '],
  ['numbers with words between', '06 lol '],
  ['apps', 'insta is my '],
  ['names before apps', 'zoek a op snap '],
  ['words for adding', 'add me '],
  ['words for accounts', 'username '],
  ['digits taken times', '3 x 7 '],
  ['open quotations in numbers', '06 "'],
  ['hyphens', 'a-'],
  ['beginnings of links', 'h t t p s : / / '],
  ['hosts in words', 'a com slash '],
  ['streets', 'Ab straat '],
  ['beginnings of addresses', 'woon Aa '],
  ['beginnings of accounts', 'nl12 '],
  ['brackets', '([{('],
  ['dots', '.'],
  ['invisible characters', 'a\u200b'],
  ['numbers in words', '06x1'],
  ['dates', '1.1.'],
  ['spoken signs', 'a punt at '],
  ['letters with spaces', 'a '],
  ['codes', 'order a '],
  ['house numbers', '1 A '],
  ['underscores', 'a_'],
  ['keys', 'bc1 a1 '],
])('needs time proportional to the length of %s', (_, part) => {
  const ofLength = (length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  timeOf(ofLength(1000), 4);
  // The same number of characters in total: a quadratic search would need sixteen times the time.
  expect(timeOf(ofLength(16_000), 2)).toBeLessThan(5 * Math.max(timeOf(ofLength(1000), 32), 10));
});
