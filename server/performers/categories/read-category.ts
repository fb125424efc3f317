import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { localeOr } from '#contract/locales.ts';
import type { Category, readCategory as call } from '#contract/performers/directory/categories-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Throws `badRequest.notFound` for an unknown or inactive one. */
export async function readCategory(
  { brand: { categories } }: Deps,
  _caller: Caller,
  { slug, lang }: ParsedInput<typeof call>,
): Promise<Category> {
  const found = categories[localeOr(lang)].find((category) => category.slug === slug);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}
