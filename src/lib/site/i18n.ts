import type { BackendModule } from 'i18next';
import i18next from 'i18next';
import { own } from '#contract/input.ts';
import { defaultLocale, inEachLocale, type Locale, locales } from '#contract/locales.ts';
import de from '../../content/documents/de.json';
import en from '../../content/documents/en.json';
import nl from '../../content/documents/nl.json';
import type { texts } from '../../content/messages/nl.ts';
import { writeNumbers } from './numbers.ts';

type Plural = '_one' | '_other';
type Leaves<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? Key extends `${infer Base}${Plural}`
      ? `${Prefix}${Base}`
      : `${Prefix}${Key}`
    : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** `feature.name`; a misspelt key does not compile. */
export type MessageKey = Leaves<Messages>;
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
export type MessageTree = { readonly [key: string]: string | MessageTree };

/**
 * Bound to a locale, so that concurrent requests do not mix. The integration initialises i18next on the site; in tests
 * the first use does.
 */
export function getT(locale: Locale): Translate {
  if (!i18next.isInitialized) {
    i18next.use(messagesBackend).init({
      fallbackLng: defaultLocale,
      preload: [...locales],
      initAsync: false,
      interpolation: { escapeValue: false },
    });
  }
  const translate = i18next.getFixedT(locale);
  const known = knownTexts[locale];
  return (key, values) => {
    const cacheKey = values ? `${key} ${JSON.stringify(values)}` : key;
    const before = known.get(cacheKey);
    if (before !== undefined) return before;
    // The values select the plural; `replace` is what is inserted.
    const text = values
      ? translate(key, { ...values, replace: writeNumbers(values, locale) })
      : translate(key);
    // Limited, because visitors choose the values.
    if (known.size < MAX_KNOWN) known.set(cacheKey, text);
    return text;
  };
}

/** Translations are cached: a grid repeats the same few sixty times. */
const knownTexts = inEachLocale(() => new Map<string, string>());
const MAX_KNOWN = 5000;

/** For keys known at run time only, such as coded profile values. */
export function lookUp(locale: Locale, key: string, fallback: string): string {
  const found = key.split('.').reduce<unknown>(stepInto, messages[locale]);
  return typeof found === 'string' ? found : fallback;
}

/** The messages an island gets as props: `pickMessages('nl', ['ui', 'member.login'])`. */
export function pickMessages(locale: Locale, paths: readonly string[]): MessageTree {
  const picked: Record<string, unknown> = {};
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let target = picked;
    for (const name of names) {
      target[name] ??= {};
      target = target[name] as Record<string, unknown>;
    }
    target[last] = path.split('.').reduce<unknown>(stepInto, messages[locale]);
  }
  return picked as MessageTree;
}

function stepInto(tree: unknown, name: string): unknown {
  return typeof tree === 'object' && tree !== null ? own(tree as Record<string, unknown>, name) : undefined;
}

/** All languages have the same keys (scripts/check-messages.ts). */
export type Messages = typeof texts;

const files = import.meta.glob<{ texts: Messages }>('../../content/messages/*.ts', { eager: true });

/** Throws if a served language has no texts. */
export const messages = inEachLocale((locale) => {
  const file = files[`../../content/messages/${locale}.ts`];
  if (!file) throw new Error(`src/content/messages/${locale}.ts is missing`);
  return file.texts;
});

/** Loads the bundled messages synchronously, so that the first render has them. */
export const messagesBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, callback) =>
    callback(null, locales.flatMap((locale) => (locale === language ? [messages[locale]] : []))[0] ?? {}),
};

/** In the page's language, else in the default one, else in any. */
export const textIn = (texts: Readonly<Record<string, string>>, locale: Locale): string =>
  own(texts, locale) ?? own(texts, defaultLocale) ?? Object.values(texts)[0] ?? '';

const documents = { nl, en, de };

/** What a member's own file calls a kind of transfer; the kind itself if it has no name. */
export function kindName(kind: string, locale: Locale): string {
  const names = new Map<string, string>(Object.entries(documents[locale].movements.kinds));
  return names.get(kind) ?? kind;
}
