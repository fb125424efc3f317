import { type Locale, locales } from './locales.ts';

/** Words that hold a language together and mean nothing in the others. */
const stopWords: Readonly<Record<Locale, ReadonlySet<string>>> = {
  nl: new Set(
    `de het een en van dat dit niet geen je jij jouw ik zijn met voor op ook maar wie wat waar wel naar bij wordt worden
    deze uit aan als dan dus heeft hebben kun kunt kan meer nog om onder onze ons ze zij zich veel altijd alleen
    hoe te tot al wij hier daar er`.split(/\s+/),
  ),
  en: new Set(
    `the and you your with that this these those are for what who where not from they there their it its when which
    will would can has have but more by as at be how if or she to our`.split(/\s+/),
  ),
};

/** Below this a text is too short to tell. */
const ENOUGH = 3;
/** A text may quote the other language; beyond this it is written in it. */
const CLEARLY = 3;

/** The language a text reads as; null where its words do not tell. */
export function languageOf(text: string): Locale | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first, second] = locales
    .map((locale) => ({ locale, hits: words.filter((word) => stopWords[locale].has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  if (!first || first.hits < ENOUGH || first.hits < CLEARLY * (second?.hits ?? 0)) return null;
  return first.locale;
}

/** "Dutch" */
export const languageName = (locale: Locale): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;

/** Null where the text is in the language it should be in, or does not tell. */
export function otherLanguageOf(text: string, locale: Locale): Locale | null {
  const found = languageOf(text);
  return found === locale ? null : found;
}
