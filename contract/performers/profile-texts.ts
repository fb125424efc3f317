import { defaultLocale } from '../locales.ts';
import { own } from '../own.ts';
import type { Profile } from './profile-calls.ts';

/** Field → text; in the default language where there is none in this one. */
export const textsIn = (texts: Profile['texts'], lang: string): Readonly<Record<string, string>> => ({
  ...texts[defaultLocale],
  ...own(texts, lang),
});
