import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import { type Categories, completeTabs } from '#contract/performers/categories.ts';
import { hasFeature, missingFeatures } from '../../src/lib/site/features.ts';
import { brokenPromises } from '../lib/promises.ts';

/** Promises of missing features in a field, as ends of a sentence. */
export const promisesOf = (field: string, text: string): string[] =>
  brokenPromises(text, missingFeatures).map(
    ({ feature, words }) =>
      `${field} promises “${words}”, but this brand does not have ${feature}; leave it out or make it depend on that feature`,
  );

export const promisesOfCategories = (categories: Categories, folder: string): string[] =>
  locales.flatMap((locale: Locale) =>
    categories[locale].flatMap(({ slug, title, description, seo, h2Tabs }) =>
      [
        ...promisesOf('title', title),
        ...promisesOf('description', description),
        ...promisesOf('the text below the front matter', seo.main.content),
        ...completeTabs(h2Tabs, hasFeature).flatMap((tab) =>
          promisesOf(`h2Tabs: “${tab.tab}”`, `${tab.tab} ${tab.title} ${tab.content}`),
        ),
      ].map((what) => `${join(folder, slug, `${locale}.md`)}: ${what}.`),
    ),
  );
