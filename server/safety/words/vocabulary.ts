import { z } from 'zod';
import { locales } from '#contract/locales.ts';
import { contentOf } from '#server/content/content.ts';
import { plainText } from './fold.ts';

/** Words separated by spaces, in as many lines as is convenient. */
const words = z.array(z.string().min(1, 'must not be empty'));
const lists = <const Names extends readonly string[]>(...names: Names) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, words])) as Record<Names[number], typeof words>,
  );
const line = (many: number) =>
  z.string().refine((text) => text.split(' ').length === many, `must be ${many} words`);
const values = z.record(z.string(), z.string().regex(/\d/, 'must be digits'));

/** The words of a language by which contact details are recognized, and what only looks like them. */
export const contactWords = contentOf(
  'contacts',
  z.strictObject({
    /** Countries (ISO 3166) whose phone numbers are written without a country code. */
    countries: z.array(z.string().regex(/[A-Z]{2}$/, 'must be a country')),
    /** Everyday words, which are not names of accounts. */
    commonWords: words,
    /** `unitBeforeTen` joins `vier` and `dertig` to `vierendertig`; empty if the ten comes first. */
    numerals: z.strictObject({
      units: line(10),
      teens: line(10),
      tens: line(8),
      unitBeforeTen: z.string(),
      others: values,
      times: values,
    }),
    /** How signs are spoken; `looseAt` has other meanings, too. `pages` are words before a link. */
    signs: lists('at', 'looseAt', 'dot', 'underscore', 'dash', 'slash', 'pages'),
    /** Cues are near a number, fillers between its digits, `continuing` words before the rest in a next message. */
    phone: lists('cues', 'fillers', 'continuing'),
    /** Around harmless numbers: units, beginnings of words for codes, words before years and times, hours. */
    harmless: lists('units', 'codes', 'before', 'hours'),
    /** Around the name of an account. After a `sure` word it needs no app; `ends` begin the next part of a sentence. */
    accounts: lists(
      ...([
        'names',
        'sure',
        'same',
        'is',
        'called',
        'fillers',
        'owners',
        'naming',
        'asking',
        'selves',
      ] as const),
      ...(['inviting', 'invited', 'onTheWay', 'never', 'link', 'ends'] as const),
    ),
    /**
     * `streets` end the name of a street, `roads` follow it; `notStreets` end like them, and `named` words begin them.
     * `boxes` may have spaces and capitals.
     */
    places: lists(
      ...([
        'cues',
        'postcode',
        'boxes',
        'numbers',
        'streets',
        'roads',
        'notStreets',
        'named',
        'notLetters',
      ] as const),
    ),
  }),
);

type Texts = ReturnType<typeof contactWords.in>;
type Lists = Readonly<Record<string, readonly string[]>>;

const setOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((words) => plainText(words).split(' ')));

/** Joins the lists of all languages field by field. */
const together = <Fields extends Lists>(all: readonly Fields[]) =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((field) => [field, setOf(all.flatMap((one) => one[field] ?? []))]),
  ) as { readonly [Field in keyof Fields]: ReadonlySet<string> };

function numeralsOf({ units, teens, tens, unitBeforeTen, others }: Texts['numerals']): [string, string][] {
  const unit = units.split(' ');
  const small = [...unit, ...teens.split(' ')].map((word, value): [string, string] => [word, String(value)]);
  const large = tens.split(' ').flatMap((ten, index): [string, string][] => [
    [ten, `${index + 2}0`],
    ...unit.slice(1).map((word, value): [string, string] => {
      // German joins `ein`, not `eins`.
      const joined = unitBeforeTen ? word.replace(/^eins$/, 'ein') + unitBeforeTen + ten : ten + word;
      return [joined, `${index + 2}${value + 1}`];
    }),
  ]);
  return [...small, ...large, ...Object.entries(others)].map(([word, value]) => [plainText(word), value]);
}

const monthsOf = (locale: string): string[] =>
  (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month });
    return Array.from({ length: 12 }, (_, index) => plainText(format.format(new Date(2026, index, 15))));
  });

/** Calls a function once, on first use: content is read after its mistakes were reported. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The words of all languages together, in lower case and without accents. */
export const vocabulary = once(() => {
  const all = locales.map((locale) => contactWords.in(locale));
  return {
    countries: new Set(all.flatMap(({ countries }) => countries)),
    commonWords: setOf(all.flatMap(({ commonWords }) => commonWords)),
    /** Digits of number words. */
    numerals: new Map(all.flatMap(({ numerals }) => numeralsOf(numerals))),
    /** Inside of number words: `en` of `vierendertig`. */
    numeralJoints: all.map(({ numerals }) => numerals.unitBeforeTen).filter((word) => word !== ''),
    /** `double` and the like. */
    times: new Map(all.flatMap(({ numerals }) => Object.entries(numerals.times))),
    months: new Set(locales.flatMap(monthsOf).map((month) => month.replace('.', ''))),
    boxes: all.flatMap(({ places }) => places.boxes),
    signs: together(all.map(({ signs }) => signs)),
    phone: together(all.map(({ phone }) => phone)),
    harmless: together(all.map(({ harmless }) => harmless)),
    accounts: together(all.map(({ accounts }) => accounts)),
    places: together(all.map(({ places }) => places)),
  };
});

/** Alternatives of a regular expression, longest first. */
export const oneOf = (set: Iterable<string>): string =>
  `(?:${[...set]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&'))
    .join('|')})`;
