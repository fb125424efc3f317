import { TIME_ZONE } from '#contract/day.ts';
import { own } from '#contract/input.ts';
import { type Locale, localeOr } from '#contract/locales.ts';
import type { MessageKey } from '../site/i18n.ts';
import { writeNumbers } from '../site/numbers.ts';
import { log } from './log.ts';

export type MessageTree = { readonly [key: string]: string | MessageTree };
export type Translator = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** Language of the page, as it was rendered. */
export const documentLocale = (): string => document.documentElement.lang.slice(0, 2);

/** Supports i18next's plurals and values at a fraction of its size. Numbers are formatted in the page's language. */
export function translator(messages: MessageTree, locale: string): Translator {
  const plurals = new Intl.PluralRules(locale);
  return (key, values = {}) => {
    const plural =
      typeof values.count === 'number' ? read(messages, `${key}_${plurals.select(values.count)}`) : undefined;
    const text = plural ?? read(messages, key) ?? key;
    const written = writeNumbers(values, locale);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => own(written, name) ?? '');
  };
}

function read(messages: MessageTree, key: string): string | undefined {
  let node: string | MessageTree | undefined = messages;
  for (const name of key.split('.')) node = typeof node === 'object' ? own(node, name) : undefined;
  return typeof node === 'string' ? node : undefined;
}

const files = import.meta.glob<{ texts: MessageTree }>('../../content/messages/*.ts');

async function readFile(locale: Locale): Promise<MessageTree> {
  const load = files[`../../content/messages/${locale}.ts`];
  if (!load) throw new Error(`No messages for locale ${locale}`);
  return (await load()).texts;
}

/** Preloads texts. Throws without logging: leaving a page aborts its loads. */
export const loadMessagesEarly = (locale: string): Promise<MessageTree> => readFile(localeOr(locale));

/** Loads all texts of a locale, with the first dialog. Throws, and logs, if they cannot be loaded. */
export const loadMessages = (locale: string): Promise<MessageTree> =>
  readFile(localeOr(locale)).catch((reason: unknown) => {
    log.error('Messages could not be loaded', locale);
    throw reason;
  });

/** ms since the epoch by a clock that does not jump when the device's clock is set; only for times of this page. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

const DAY_MS = 86_400_000;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE } as const;

/** `14:05`, in the operator's time zone. `at`: ISO, or ms since the epoch. */
export const timeOfDay = (at: string | number): string =>
  new Date(at).toLocaleTimeString(documentLocale(), time);

/** With the date if it is more than a day away. */
export function timeUntil(at: string | number): string {
  const isSoon = new Date(at).getTime() - Date.now() < DAY_MS;
  if (isSoon) return timeOfDay(at);
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Date(at).toLocaleString(documentLocale(), { ...date, ...time });
}
