import { join } from 'node:path';
import { mistakesInText } from '#contract/content/texts.ts';
import { type Locale, locales } from '#contract/locales.ts';
import { languageName, otherLanguageOf } from '#server/content/languages.ts';
import type { ReadableCategory } from './readable-parts.ts';

/** Mistakes in what can be read of categories, one sentence each. */
export function checkWritten(
  written: readonly ReadableCategory[],
  { folder, isServed }: { folder: string; isServed: (path: string) => boolean },
): string[] {
  const fileOf = (slug: string, locale: Locale) => join(folder, slug, `${locale}.md`);
  const mistakes: string[] = [];
  for (const { slug, mobileImageBg, texts } of written) {
    const add = (locale: Locale, what: string) => mistakes.push(`${fileOf(slug, locale)}: ${what}.`);
    if (mobileImageBg && !isServed(mobileImageBg)) add(locales[0], noPicture('mobileImageBg', mobileImageBg));
    for (const locale of locales) {
      const own = texts[locale];
      if (!own) continue;
      const fields = fieldsOf(own);
      const foreign = inOtherLanguage(fields, locale);
      if (foreign) add(locale, foreign);
      for (const [name, text] of fields)
        for (const what of wrongBraces(text)) add(locale, `${name}: ${what}`);
      own.h2Tabs.forEach(({ image }, index) => {
        if (image && !isServed(image)) add(locale, noPicture(`h2Tabs: tab ${index + 1}, image`, image));
      });
    }
  }
  return [...mistakes, ...sameTwice(written, fileOf), ...samePlace(written, fileOf)];
}

type FieldTexts = readonly (readonly [name: string, text: string])[];

type Texts = NonNullable<ReadableCategory['texts'][Locale]>;

const fieldsOf = ({ title, description, h2Tabs, body }: Texts): FieldTexts => [
  ['title', title],
  ['description', description],
  ...h2Tabs.map((one, index) => [`h2Tabs: tab ${index + 1}`, `${one.title}\n${one.content}`] as const),
  ['the text below the front matter', body],
];

const noPicture = (field: string, path: string): string =>
  `${field} names ${path}, which does not exist; put the picture at public${path} or correct the name`;

/** One sentence for all fields of a file: usually all are in the wrong language. */
export function inOtherLanguage(fields: FieldTexts, locale: Locale): string | null {
  const found = fields.flatMap(([name, text]) => {
    const other = otherLanguageOf(text, locale);
    return other ? [{ name, other }] : [];
  });
  const [first] = found;
  if (!first) return null;
  const names = found.map(({ name }) => name).join('; ');
  return `this file must be ${languageName(locale)}, but reads as ${languageName(first.other)} in ${names}; translate it`;
}

const wrongBraces = (text: string): string[] =>
  /\{\{(if|unless|end)\b/.test(text)
    ? ['conditions are for legal texts; give a tab a feature instead']
    : mistakesInText(text);

function sameTwice(
  written: readonly ReadableCategory[],
  fileOf: (slug: string, locale: Locale) => string,
): string[] {
  const fold = (text: string | undefined) => text?.trim().toLowerCase() || null;
  return locales.flatMap((locale) =>
    (['name', 'title', 'description'] as const).flatMap((field) =>
      written.flatMap(({ slug, texts }, index) => {
        const own = fold(texts[locale]?.[field]);
        if (own === null) return [];
        const first = written.slice(0, index).find((other) => fold(other.texts[locale]?.[field]) === own);
        if (!first) return [];
        return [
          `${fileOf(slug, locale)}: ${field} is the same as in ${fileOf(first.slug, locale)}; give each page its own.`,
        ];
      }),
    ),
  );
}

function samePlace(
  written: readonly ReadableCategory[],
  fileOf: (slug: string, locale: Locale) => string,
): string[] {
  return written.flatMap(({ slug, position }, index) => {
    const before = written.slice(0, index).find((other) => other.position === position);
    if (!before || position === null) return [];
    return [`${fileOf(slug, locales[0])}: position ${position} is already taken by ${before.slug}.`];
  });
}
