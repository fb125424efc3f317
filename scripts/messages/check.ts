import { singleBraces } from '#contract/content/texts.ts';
import type { Locale } from '#contract/locales.ts';
import type { Feature } from '#contract/site/features.ts';
import { languageName, otherLanguageOf } from '#server/content/languages.ts';
import { brokenPromises } from '#server/content/promises.ts';
import { missingFeatures } from '../../src/lib/site/brand.ts';
import type { Violation } from '../architecture/files.ts';
import type { SourceText } from '../architecture/parse.ts';
import type { DynamicKeys } from './dynamic-keys.ts';

export interface Catalogue {
  file: string;
  locale: Locale;
  /** Content of the JSON file. */
  texts: unknown;
}

type Flat = ReadonlyMap<string, string>;

export function checkMessages(
  catalogues: readonly Catalogue[],
  sources: readonly SourceText[],
  dynamic: readonly DynamicKeys[],
): Violation[] {
  const flats = catalogues.map(({ file, locale, texts }) => ({ file, locale, flat: flatten(texts) }));
  const keys = new Set(flats.flatMap(({ flat }) => [...flat.keys()]));
  return [...checkTexts(flats, keys), ...checkUse(flats[0]?.file ?? '', keys, sources, dynamic)];
}

function flatten(texts: unknown, prefix = ''): Flat {
  if (typeof texts !== 'object' || texts === null) return new Map();
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

const variablesOf = (text: string) => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]);
const sameSet = (a: readonly unknown[], b: readonly unknown[]) =>
  new Set([...a, ...b]).size === new Set(a).size && new Set(a).size === new Set(b).size;

function checkTexts(
  flats: readonly { file: string; locale: Locale; flat: Flat }[],
  keys: ReadonlySet<string>,
): Violation[] {
  const first = flats[0]?.flat ?? new Map();
  const violations: Violation[] = [];
  for (const { file, locale, flat } of flats) {
    const add = (rule: string, message: string) => violations.push({ file, line: 1, rule, message });
    for (const key of keys) {
      const text = flat.get(key);
      const reference = first.get(key);
      if (text === undefined) add('missing text', `add ${key}`);
      else if (text.trim() === '') add('empty text', `write ${key}`);
      else if (reference !== undefined && !sameSet(variablesOf(text), variablesOf(reference))) {
        add(
          'variables',
          `${key} has {{${variablesOf(text)}}}, the first language has {{${variablesOf(reference)}}}`,
        );
      } else for (const [rule, message] of mistakesIn(key, text, locale)) add(rule, message);
    }
  }
  return violations;
}

/** Yields rule and message for each mistake in a text. */
function* mistakesIn(key: string, text: string, locale: Locale): Generator<[rule: string, message: string]> {
  const promise = promiseOf(key, text, missingFeatures);
  for (const what of singleBraces(text)) yield ['braces', `${key}: ${what}`];
  if (otherLanguageOf(text, locale))
    yield ['language', `${key} is not written in ${languageName(locale)}: translate it`];
  if (promise)
    yield ['promise', `${key} promises a feature that the brand does not have (${promise}): leave it out`];
}

const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

function checkUse(
  file: string,
  keys: ReadonlySet<string>,
  sources: readonly SourceText[],
  dynamic: readonly DynamicKeys[],
): Violation[] {
  const bases = new Set([...keys].map(withoutPlural));
  const used = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/(['"`])([\w.-]+)\1/g)].map((one) => one[2])),
  );
  const built = sources.flatMap((source) => builtKeys(source, bases));
  const declared = (key: string) => dynamic.some(({ prefix }) => key.startsWith(prefix));
  const own = (rule: string, message: string): Violation => ({ file, line: 1, rule, message });
  const unused = [...bases].filter((key) => !used.has(key) && !dynamic.some((one) => builds(one, key)));
  const stale = dynamic.filter(
    ({ prefix, isDescribed }) => !isDescribed && !built.some((one) => one.prefix.startsWith(prefix)),
  );
  return [
    ...unused.map((key) => own('unused text', `no code uses ${key}: remove it from every language`)),
    ...built
      .filter(({ prefix }) => !declared(prefix))
      .map(({ prefix, ...place }) => ({
        ...place,
        rule: 'built key',
        message: `declare ${prefix} with its reason in scripts/messages/dynamic-keys.ts`,
      })),
    ...stale.map(({ prefix }) =>
      own('stale prefix', `no code builds ${prefix}…: remove it from dynamic-keys.ts`),
    ),
    ...sources.flatMap((source) => unknownKeys(source, bases)),
  ];
}

const builds = ({ prefix, only }: DynamicKeys, key: string) =>
  only ? only.some((part) => key === prefix + part) : key.startsWith(prefix);

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Template literals like `errors.${label}`. */
function builtKeys({ path, text }: SourceText, bases: ReadonlySet<string>) {
  return [...text.matchAll(/`([a-z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/gi)]
    .map((match) => ({ file: path, line: lineAt(text, match.index), prefix: match[1] ?? '' }))
    .filter(({ prefix }) => [...bases].some((key) => key.startsWith(prefix)));
}

/** Calls with a key that no locale has. */
function unknownKeys({ path, text }: SourceText, bases: ReadonlySet<string>): Violation[] {
  return [...text.matchAll(/\bt\(\s*(['"`])([^'"`$]+)\1/g)]
    .filter((match) => !bases.has(match[2] ?? ''))
    .map((match) => ({
      file: path,
      line: lineAt(text, match.index),
      rule: 'unknown text',
      message: `no language has ${match[2]}: add it to each, or correct the key`,
    }));
}

/** Keys of texts that the code shows only with their feature. */
export const textsOfFeatures: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  phone: [
    // In a drawer that only the feature opens, and in the stream page's group.
    'dialIn.off',
    'dialIn.title',
    'phone.pay',
  ],
  vip: [
    // About a performer in a show, a status that the server sets only with the feature.
    'chat.busy',
    'chat.now.busy',
    'status.busy',
    'status.vip',
    // About past VIP chats, which exist only if the feature was on.
    'history.mode.vip',
    // Left out by shownValues and groupFields.
    'profile.value.showType.vip',
    // Opened by the request for a show.
    'wallet.noCredits.vip',
  ],
};

/** Returns “vip: VIP”, or null if the text is allowed: a group named like a feature is shown only with it. */
export function promiseOf(key: string, text: string, missingFeatures: readonly Feature[]): string | null {
  const broken = brokenPromises(text, missingFeatures).find(
    ({ feature }) => !key.startsWith(`${feature}.`) && !textsOfFeatures[feature]?.includes(key),
  );
  return broken ? `${broken.feature}: ${broken.words}` : null;
}
