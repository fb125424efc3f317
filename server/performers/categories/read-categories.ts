import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { localeOr } from '#contract/locales.ts';
import type {
  Category,
  listCategories as listCategoriesCall,
  readCategory as readCategoryCall,
} from '#contract/performers/directory/categories-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Active categories in the order of the bar. */
export async function listCategories(
  { brand: { categories } }: Deps,
  _caller: Caller,
  { lang, texts }: ParsedInput<typeof listCategoriesCall>,
): Promise<OutputOf<typeof listCategoriesCall>> {
  const result = categories[localeOr(lang)];
  if (texts) return { result: [...result] };
  return {
    result: result.map(
      ({ title: _, description: __, seo: ___, h2Tabs: ____, updated: _____, ...facts }) => facts,
    ),
  };
}

/** Throws `badRequest.notFound` for an unknown or inactive one. */
export async function readCategory(
  { brand: { categories } }: Deps,
  _caller: Caller,
  { slug, lang }: ParsedInput<typeof readCategoryCall>,
): Promise<Category> {
  const found = categories[localeOr(lang)].find((category) => category.slug === slug);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}
