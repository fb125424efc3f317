import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import type { MessageTree } from './translate.ts';

const files: Readonly<Record<Locale, () => Promise<MessageTree>>> = {
  nl: () => import('#content/messages/nl.ts').then(({ nl }) => nl),
  en: () => import('#content/messages/en.ts').then(({ en }) => en),
};

/** All texts of a locale, loaded with the first dialog. */
export const loadMessages = (locale: string): Promise<MessageTree> =>
  files[isLocale(locale) ? locale : defaultLocale]();
