import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import { promisesIn } from '#server/content/promises.ts';
import { renderedTexts } from '#server/performers/categories/open-categories.ts';
import type { ReadableCategory } from '#server/performers/categories/readable-parts.ts';
import { promisesOfCategory } from '#server/performers/categories/written-text.ts';
import { missingFeatures } from '../../src/lib/site/brand.ts';

/** Promises of missing features in a field, as ends of a sentence. */
export const promisesOf = (field: string, text: string): string[] => promisesIn(field, text, missingFeatures);

export const promisesOfCategories = (categories: readonly ReadableCategory[], folder: string): string[] =>
  locales.flatMap((locale: Locale) =>
    categories.flatMap(({ slug, active, texts }) => {
      const own = texts[locale];
      if (!own || !active) return [];
      return promisesOfCategory(renderedTexts(own), missingFeatures).map(
        (what) => `${join(folder, slug, `${locale}.md`)}: ${what}.`,
      );
    }),
  );
