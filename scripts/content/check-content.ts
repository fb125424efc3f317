import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLocale } from '#contract/locales.ts';
import { CategoryError } from '#contract/performers/categories.ts';
import { ConfigError } from '#server/config/config.ts';
import { openNameWords } from '#server/member/names/open-name-words.ts';
import { openCategories } from '#server/performers/categories/open-categories.ts';
import { loadPromotions } from '#server/performers/promotions/load-promotions.ts';
import { checkLegal } from './legal.ts';
import { promisesOf, promisesOfCategories } from './promises.ts';

export interface ContentSource {
  /** The folders that editors write in. */
  categories: string;
  promotions: string;
  legal: string;
  names: string;
  /** The site's fixed files. */
  public: string;
  /** Null where only the database knows them. */
  isPerformer: ((username: string) => boolean) | null;
}

/** All an editor has to mend, a sentence each; and how much was read. */
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
  const categories = await read(openCategories({ folder: source.categories, isServed }), null);
  const slugs = categories?.[defaultLocale].map(({ slug }) => slug) ?? null;
  const site = { categories: slugs, isServed, isPerformer: source.isPerformer };
  const promotions = await read(loadPromotions(source.promotions, site, promisesOf), []);
  await read(openNameWords(source.names), null);
  mistakes.push(...(await checkLegal(source.legal)));
  if (categories) mistakes.push(...promisesOfCategories(categories, source.categories));
  return { mistakes, categories: slugs?.length ?? 0, promotions: promotions.length };
}
