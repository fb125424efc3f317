import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '#contract/day.ts';
import { defaultLocale, locales } from '#contract/locales.ts';
import { CategoryError } from '#contract/performers/directory/categories.ts';
import { contentMistakes } from '#server/boot/content-mistakes.ts';
import { ConfigError } from '#server/config/config.ts';
import { openNameWords } from '#server/member/names/insults.ts';
import { readCategories } from '#server/performers/categories/open-categories.ts';
import { mistakesInWords } from '#server/performers/categories/written-text.ts';
import { loadPromotions } from '#server/performers/promotions/load-promotions.ts';
import { openForbiddenWords } from '#server/safety/words/word-list.ts';
import { brand } from '../../src/content/brand/index.ts';
import { missingFeatures } from '../../src/lib/site/brand.ts';
import { copiedFiles, strayFiles } from './files.ts';
import { checkLegal, legalPages } from './legal.ts';
import { promisesOfCategories } from './promises.ts';
import { movedFolders, writtenMistakes } from './written.ts';

const wordsMistakes = (field: string, text: string): string[] =>
  mistakesInWords(field, text, missingFeatures);

export interface ContentSource {
  /** Folders of editors' content. */
  categories: string;
  promotions: string;
  legal: string;
  words: string;
  messages: string;
  emoji: string;
  /** Folder of mails, documents and so on. */
  texts: string;
  /** The site's fixed files. */
  public: string;
  /** Null if performers are known only to the database. */
  isPerformer: ((username: string) => boolean) | null;
}

/** Returns the mistakes of all stages as sentences, and the numbers of categories and promotions read. */
export async function checkContent(source: ContentSource) {
  const isServed = (path: string) => existsSync(join(source.public, path));
  const mistakes: string[] = [];
  const read = async <T>(work: Promise<T>, nothing: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CategoryError || error instanceof ConfigError)) throw error;
      mistakes.push(...error.message.split('\n'));
      return nothing;
    }
  };
  mistakes.push(...contentMistakes(source.texts), ...missingFiles(source));
  mistakes.push(...strayFiles({ ...source, pages: legalPages }));
  const categories = await read(readCategories({ folder: source.categories, isServed }), null);
  mistakes.push(...(categories?.mistakes ?? []));
  const readable = categories
    ? [...categories.edited.map(({ written }) => written), ...categories.damaged]
    : [];
  const shown = readable.filter(({ active }) => active);
  const slugs = categories && shown.map(({ slug }) => slug);
  const site = { categories: slugs, isServed, isPerformer: source.isPerformer };
  const promotions = await read(loadPromotions(source.promotions, site, wordsMistakes), []);
  await read(openNameWords(source.words), null);
  await read(openForbiddenWords(source.words), []);
  mistakes.push(...missingSlogans());
  mistakes.push(...(await read(checkLegal(source.legal), [])));
  mistakes.push(...(await movedFolders(source.categories)));
  mistakes.push(...(await read(writtenMistakes({ ...source, site, today: dayOf(new Date()) }), [])));
  mistakes.push(...promisesOfCategories(shown, source.categories));
  mistakes.push(...copiedFiles(source.texts, mistakes));
  // Broken words of a language are found by each stage that needs them.
  return {
    mistakes: [...new Set(mistakes)],
    categories: slugs?.length ?? 0,
    promotions: promotions.length,
  };
}

/** Texts of the site itself: `npm run check` reads them (scripts/check-messages.ts). */
const messageFiles = (folder: string): string[] =>
  readdirSync(join(folder, defaultLocale)).filter((name) => name.endsWith('.json'));

/** Missing files that the site's build needs for each language. */
function missingFiles({ messages, emoji }: ContentSource): string[] {
  const wanted = locales.flatMap((locale) => [
    ...messageFiles(messages).map((name) => join(messages, locale, name)),
    join(messages, `${locale}.ts`),
    join(emoji, `${locale}.txt`),
  ]);
  return wanted
    .filter((path) => !existsSync(path))
    .map((path) => `${path}: this file is missing; each language has one.`);
}

const missingSlogans = (): string[] =>
  locales
    .filter((locale) => !brand.slogan[locale])
    .map((locale) => `src/content/brand: slogan is missing for ${locale}.`);
