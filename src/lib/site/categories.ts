import { listCategories } from '#contract/performers/calls.ts';
import { call, type Transport } from '../api/call.ts';
import { defaultLocale, type Locale } from './locale.ts';

export interface Category {
  readonly slug: string;
  readonly name: string;
}

/** Categories in the order of the bar, named in the language of the page. */
export async function readCategories(transport: Transport, locale: Locale): Promise<Category[]> {
  const { result } = await call(listCategories, {}, { transport, locale });
  return [...result]
    .sort((a, b) => a.position - b.position)
    .map(({ slug, name }) => ({ slug, name: name[locale] ?? name[defaultLocale] ?? slug }));
}
