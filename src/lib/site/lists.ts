import type { InputOf } from '#contract/endpoint.ts';
import { listCategories, listPerformers, PAGE_SIZE, type PerformerCard } from '#contract/performers/calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import { defaultLocale, type Locale } from './locale.ts';
import { pageFrom } from './routes.ts';

export interface Category {
  readonly slug: string;
  readonly name: string;
}

export interface PerformerPage {
  readonly cards: readonly PerformerCard[];
  /** Performers on all pages together. */
  readonly total: number;
  readonly page: number;
  readonly lastPage: number;
}

export type PerformerFilter = InputOf<typeof listPerformers>['filter'];

/** One page of a list of performers; which page is in the query of the address. */
export async function readList(
  query: URLSearchParams,
  filter: PerformerFilter,
  options: CallOptions & { locale: Locale },
): Promise<PerformerPage> {
  const page = pageFrom(query);
  const { result, total } = await call(
    listPerformers,
    {
      filter,
      ordering: [{ key: 'language', value: options.locale }],
      pagination: { page, limit: PAGE_SIZE },
    },
    options,
  );
  return { cards: result, total, page, lastPage: Math.max(1, Math.ceil(total / PAGE_SIZE)) };
}

/** Categories in the order of the bar, named in the language of the page. */
export async function readCategories(options: CallOptions & { locale: Locale }): Promise<Category[]> {
  const { result } = await call(listCategories, {}, options);
  return [...result]
    .sort((a, b) => a.position - b.position)
    .map(({ slug, name }) => ({ slug, name: name[options.locale] ?? name[defaultLocale] ?? slug }));
}

/** What a page with a list needs, read side by side. `page` is the page's `Astro`. */
export async function readListPage(
  page: { url: URL; locals: Pick<App.Locals, 'locale' | 'transport' | 'nonNude'> },
  filter: PerformerFilter,
): Promise<{ categories: Category[]; list: PerformerPage }> {
  const { locale, transport, nonNude } = page.locals;
  const options = { locale, transport, nonNude };
  const [categories, list] = await Promise.all([
    readCategories(options),
    readList(page.url.searchParams, filter, options),
  ]);
  return { categories, list };
}
