import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import type { WrittenCategory } from '#contract/performers/directory/categories.ts';
import { mistakesInText } from '#contract/content/texts.ts';
import { languageName, otherLanguageOf } from '#server/content/languages.ts';

/** Mistakes in readable categories, one sentence each. */
export function checkWritten(
  written: readonly WrittenCategory[],
  { folder, isServed }: { folder: string; isServed: (path: string) => boolean },
): string[] {
  const fileOf = (slug: string, locale: Locale) => join(folder, slug, `${locale}.md`);
  const mistakes: string[] = [];
  for (const { slug, mobileImageBg, texts } of written) {
    const add = (locale: Locale, what: string) => mistakes.push(`${fileOf(slug, locale)}: ${what}.`);
    if (mobileImageBg && !isServed(mobileImageBg)) add(locales[0], noPicture('mobileImageBg', mobileImageBg));
    for (const locale of locales) {
      const fields = fieldsOf(texts[locale]);
      const foreign = inOtherLanguage(fields, locale);
      if (foreign) add(locale, foreign);
      for (const [name, text] of fields)
        for (const what of wrongBraces(text)) add(locale, `${name}: ${what}`);
      texts[locale].h2Tabs.forEach(({ image }, index) => {
        if (image && !isServed(image)) add(locale, noPicture(`h2Tabs: tab ${index + 1}, image`, image));
      });
    }
  }
  return [...mistakes, ...sameTwice(written, fileOf), ...samePlace(written, fileOf)];
}

type FieldTexts = readonly (readonly [name: string, text: string])[];

const fieldsOf = ({ title, description, h2Tabs, body }: WrittenCategory['texts'][Locale]): FieldTexts => [
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
  written: readonly WrittenCategory[],
  fileOf: (slug: string, locale: Locale) => string,
): string[] {
  const fold = (text: string) => text.trim().toLowerCase();
  return locales.flatMap((locale) =>
    (['name', 'title', 'description'] as const).flatMap((field) =>
      written.flatMap(({ slug, texts }, index) => {
        const first = written
          .slice(0, index)
          .find((other) => fold(other.texts[locale][field]) === fold(texts[locale][field]));
        if (!first) return [];
        return [
          `${fileOf(slug, locale)}: ${field} is the same as in ${fileOf(first.slug, locale)}; give each page its own.`,
        ];
      }),
    ),
  );
}

function samePlace(
  written: readonly WrittenCategory[],
  fileOf: (slug: string, locale: Locale) => string,
): string[] {
  return written.flatMap(({ slug, position }, index) => {
    const before = written[index - 1];
    if (before?.position !== position) return [];
    return [`${fileOf(slug, locales[0])}: position ${position} is already taken by ${before.slug}.`];
  });
}
