import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import { log } from './log.ts';
import type { MessageTree } from './translate.ts';

const files: Readonly<Record<Locale, () => Promise<MessageTree>>> = {
  nl: () => import('#content/messages/nl.ts').then(({ nl }) => nl),
  en: () => import('#content/messages/en.ts').then(({ en }) => en),
};

/** All texts of a locale, loaded with the first dialog. Throws, and logs, when they cannot be loaded. */
export const loadMessages = (locale: string): Promise<MessageTree> =>
  files[isLocale(locale) ? locale : defaultLocale]().catch((reason: unknown) => {
    log.error('the texts could not be loaded', locale);
    throw reason;
  });
