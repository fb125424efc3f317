import type { InputOf } from '#contract/endpoint.ts';
import { defaultLocale, type Locale } from '#contract/locales.ts';
import { listCategories } from '#contract/performers/categories-calls.ts';
import {
  countByFilter,
  listPerformers,
  PAGE_SIZE,
  type PerformerCard,
} from '#contract/performers/directory-calls.ts';
import { type FilterName, type Filters, filterNames } from '#contract/performers/filters.ts';
import { PROMO_GRID_LIMIT } from '#contract/performers/promo.ts';
import { brand } from '../../../content/brand/index.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { pageFrom } from '../../site/pagination.ts';
import { filtersFrom, orderLanguage, withoutFixed } from './filters.ts';

export interface Category {
  readonly slug: string;
  readonly name: string;
  /** Drawn to attention in the bar. */
  readonly highlight: boolean;
}

/** Performers by filter and value. */
export type FilterCounts = Readonly<Partial<Record<FilterName, Readonly<Record<string, number>>>>>;

export interface PerformerPage {
  /** None while the filters are open. */
  readonly cards: readonly PerformerCard[];
  /** Performers on all pages together. */
  readonly total: number;
  readonly page: number;
  readonly lastPage: number;
  /** What the visitor chose. */
  readonly filters: Filters;
  /** Filters the page itself decides. */
  readonly fixed: readonly FilterName[];
  /** What the form of the filters shows, and null where the list is shown. */
  readonly counts: FilterCounts | null;
}

export type PerformerFilter = NonNullable<InputOf<typeof listPerformers>['filter']>;
export type ListOptions = CallOptions & { locale: Locale };

/** Part of the query that asks for the filters of a list in the place of the list. */
export const OPEN_FILTERS = { filters: 'open' } as const;

/**
 * One page of a list of performers, or its filters with what each would show: page and filters are in the query of
 * the address, `base` is what the page is about.
 */
export async function readList(
  query: URLSearchParams,
  base: PerformerFilter,
  options: ListOptions,
): Promise<PerformerPage> {
  const fixed = filterNames.filter((name) => base[name] !== undefined);
  const filters = withoutFixed(filtersFrom(query), fixed);
  // The schema's own lists may be changed, these may not.
  const filter = { ...(filters as PerformerFilter), ...base };
  const said = { filters, fixed, page: pageFrom(query) };
  if (query.get('filters') === OPEN_FILTERS.filters) {
    const { total, counts } = await call(countByFilter, { filter }, options);
    return { ...said, cards: [], total, lastPage: lastPageOf(total), counts };
  }
  const { result, total } = await call(
    listPerformers,
    {
      filter,
      ordering: [{ key: 'language', value: orderLanguage(filters, options.locale) }],
      pagination: { page: said.page, limit: PAGE_SIZE },
    },
    options,
  );
  return { ...said, cards: result, total, lastPage: lastPageOf(total), counts: null };
}

/** A list that has no other pages and no filters: what was searched for, what a member keeps. */
export const shortList = (cards: readonly PerformerCard[]): PerformerPage => ({
  cards,
  total: cards.length,
  page: 1,
  lastPage: 1,
  filters: {},
  fixed: filterNames,
  counts: null,
});

/** Whether the visitor sees the list as it is: its first page, without a filter. What is said of a list stands there only. */
export const isPlain = ({ page, filters, counts }: PerformerPage): boolean =>
  page === 1 && counts === null && Object.keys(filters).length === 0;

/** The place of a page's first performer, counted over all pages from 1. */
export const firstOf = ({ page }: Pick<PerformerPage, 'page'>): number => (page - 1) * PAGE_SIZE + 1;

const lastPageOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** Categories in the order of the bar, named in the language of the page. */
export async function readCategories(options: ListOptions): Promise<Category[]> {
  if (!brand.features.categories) return [];
  const { result } = await call(listCategories, { texts: false }, options);
  return result.map(({ slug, meta, highlight }) => ({
    slug,
    name: (meta[options.locale] ?? meta[defaultLocale])?.name ?? slug,
    highlight: highlight.active,
  }));
}

/** What a page with a list needs, read side by side. `page` is the page's `Astro`. */
export async function readListPage(
  page: { url: URL; locals: Pick<App.Locals, 'locale' | 'transport' | 'nonNude'> },
  base: PerformerFilter,
): Promise<{ categories: Category[]; list: PerformerPage }> {
  const { locale, transport, nonNude } = page.locals;
  const options = { locale, transport, nonNude };
  const [categories, list] = await Promise.all([
    readCategories(options),
    readList(page.url.searchParams, base, options),
  ]);
  return { categories, list };
}

/** The cards with up to two promoted performers `ahead` of the first page; nobody is in it twice. */
export function queuePromoted(
  { cards, page }: Pick<PerformerPage, 'cards' | 'page'>,
  promoted: readonly PerformerCard[],
): { cards: readonly PerformerCard[]; ahead: number } {
  if (page > 1 || cards.length === 0) return { cards, ahead: 0 };
  const first = promoted.slice(0, PROMO_GRID_LIMIT);
  const taken = new Set(first.map(({ user }) => user));
  return { cards: [...first, ...cards.filter(({ user }) => !taken.has(user))], ahead: first.length };
}
