import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import type { Categories } from '#contract/performers/directory/categories.ts';
import { promisesIn } from '#server/content/promises.ts';
import { promisesOfCategory } from '#server/performers/categories/written-text.ts';
import { missingFeatures } from '../../src/lib/site/features.ts';

/** Promises of missing features in a field, as ends of a sentence. */
export const promisesOf = (field: string, text: string): string[] => promisesIn(field, text, missingFeatures);

export const promisesOfCategories = (categories: Categories, folder: string): string[] =>
  locales.flatMap((locale: Locale) =>
    categories[locale].flatMap((category) =>
      promisesOfCategory(category, missingFeatures).map(
        (what) => `${join(folder, category.slug, `${locale}.md`)}: ${what}.`,
      ),
    ),
  );
