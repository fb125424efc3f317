import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { localeOr } from '#contract/locales.ts';
import type { listCategories as call } from '#contract/performers/directory/categories-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Active categories in the order of the bar. */
export async function listCategories(
  { brand: { categories } }: Deps,
  _caller: Caller,
  { lang, texts }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const result = categories[localeOr(lang)];
  if (texts) return { result: [...result] };
  return {
    result: result.map(
      ({ title: _, description: __, seo: ___, h2Tabs: ____, updated: _____, ...facts }) => facts,
    ),
  };
}
