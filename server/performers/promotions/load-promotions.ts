import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deadLink, type KnownSite } from '#contract/content/dead-links.ts';
import { encodingMistake, insteadOf } from '#contract/content/front-matter.ts';
import { mistakesInText } from '#contract/content/texts.ts';
import { locales } from '#contract/locales.ts';
import {
  type NamedPromotion,
  type Promotion,
  promotionFileSchema,
} from '#contract/performers/profile/promotion-file.ts';
import { ConfigError } from '#server/config/config.ts';
import { languageName, otherLanguageOf } from '#server/content/languages.ts';

/** Further mistakes in a field's text, as ends of a sentence. */
type CheckText = (field: string, text: string) => string[];

/** Reads one JSON file each, in order. Throws ConfigError listing every mistake with file and field. */
export async function loadPromotions(
  folder: string,
  site: KnownSite,
  checkText: CheckText = () => [],
): Promise<NamedPromotion[]> {
  const names = await readdir(folder).catch(() => null);
  if (!names)
    throw new ConfigError(
      `The promotions folder ${folder} does not exist. Correct PROMOTIONS, or create the folder; it may be empty.`,
    );
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(
    files.map(async (name) =>
      readPromotion(join(folder, name), await readFile(join(folder, name), 'utf8'), { site, checkText }),
    ),
  );
  const mistakes = read.flatMap((one) => ('mistakes' in one ? one.mistakes : []));
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return read
    .flatMap((one, index) =>
      'promotion' in one ? [{ name: basename(files[index] ?? '', '.json'), promotion: one.promotion }] : [],
    )
    .sort((a, b) => a.promotion.position - b.promotion.position);
}

type Read = { promotion: Promotion } | { mistakes: string[] };

interface Checks {
  site: KnownSite;
  checkText?: CheckText;
}

/** Reads the text of a file, or returns a sentence per mistake. */
export function readPromotion(file: string, content: string, checks: Checks): Read {
  const unreadable = encodingMistake(content);
  if (unreadable) return { mistakes: [`${file}: ${unreadable}.`] };
  let written: unknown;
  // zod would skip the field in `words`.
  let hasProto = false;
  try {
    written = JSON.parse(content, (key, value) => {
      hasProto ||= key === '__proto__';
      return value;
    });
  } catch (error) {
    return { mistakes: [`${file} is not JSON: ${error instanceof Error ? error.message : 'unreadable'}.`] };
  }
  if (hasProto) return { mistakes: [`${file}: there is no field named __proto__; leave it out.`] };
  const parsed = promotionFileSchema.safeParse(written);
  if (parsed.success) {
    const mistakes = checkPromotion(file, parsed.data, checks);
    return mistakes.length > 0 ? { mistakes } : { promotion: parsed.data };
  }
  return {
    mistakes: parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(
            (key) =>
              `${file}: there is no field named ${key}${at(issue.path)}; ${insteadOf(key, fieldsAt(issue.path))}`,
          )
        : [`${file}: ${issue.path.join('.') || 'the file'} must be ${expected(issue)}.`],
    ),
  };
}

const fieldsAt = ([first, locale]: readonly PropertyKey[]): readonly string[] => {
  if (first !== 'words')
    return [...new Set(promotionFileSchema.def.options.flatMap((one) => Object.keys(one.shape)))];
  return locale === undefined ? locales : ['title', 'text', 'button', 'alt'];
};

const at = (path: readonly PropertyKey[]): string => (path.length > 0 ? ` in ${path.join('.')}` : '');

/** Strips zod's prefix ("Invalid input: expected …"); our own messages have none. */
const expected = ({ message }: { message: string }): string =>
  message
    .replace(/^Invalid input: expected (\S+), received undefined$/, 'given')
    .replace(/^Invalid input: expected /, '');

/** Checks what the schema can't: pictures, performers, pages, languages. Returns a sentence per mistake. */
export function checkPromotion(
  file: string,
  promotion: Promotion,
  { site, checkText = () => [] }: Checks,
): string[] {
  const pictures = (['image', 'mobileImageUrl', 'desktopImageUrl'] as const).flatMap((field) => {
    const path = (promotion as Partial<Record<typeof field, string>>)[field];
    if (!path || site.isServed(path)) return [];
    return [
      `${field} names ${path}, which does not exist; put the picture at public${path} or correct the name`,
    ];
  });
  const model = 'model' in promotion ? promotion.model : undefined;
  const unknown = model && site.isPerformer && !site.isPerformer(model);
  const dead = 'link' in promotion && promotion.link?.startsWith('/') ? deadLink(promotion.link, site) : null;
  const mistakes = [
    ...pictures,
    ...(unknown ? [`model names ${model}, but no performer has that username`] : []),
    ...(dead ? [`link: ${dead}`] : []),
    ...('words' in promotion ? checkWords(promotion.words, checkText) : []),
  ];
  return mistakes.map((what) => `${file}: ${what}.`);
}

type Words = Extract<Promotion, { placement: 'overlay' }>['words'];

const checkWords = (words: Words, checkText: CheckText): string[] =>
  locales.flatMap((locale) => {
    const texts = Object.entries(words[locale]).filter(
      (one): one is [string, string] => one[1] !== undefined,
    );
    const other = otherLanguageOf(texts.map(([, text]) => text).join('\n'), locale);
    return [
      ...(other
        ? [
            `words.${locale} must be ${languageName(locale)}, but reads as ${languageName(other)}; translate it`,
          ]
        : []),
      ...texts.flatMap(([field, text]) => [
        ...mistakesInText(text).map((what) => `words.${locale}.${field}: ${what}`),
        ...checkText(`words.${locale}.${field}`, text),
      ]),
    ];
  });
