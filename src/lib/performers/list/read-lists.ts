import type { InputOf } from '#contract/endpoint.ts';
import { defaultLocale, type Locale } from '#contract/locales.ts';
import { listFavourites } from '#contract/member/account/favourites-calls.ts';
import { listCategories } from '#contract/performers/directory/categories-calls.ts';
import {
  countByFilter,
  findPerformers,
  listPerformers,
  listStarting,
  PAGE_SIZE,
  type PerformerCard,
  type StartingCard,
} from '#contract/performers/directory/directory-calls.ts';
import {
  canMatch,
  defaultGender,
  type FilterName,
  type Filters,
  filterNames,
  type Gender,
} from '#contract/performers/directory/filters.ts';
import { PROMO_GRID_LIMIT } from '#contract/performers/profile/promotions-calls.ts';
import { isLive } from '#contract/start/looks.ts';
import { brand } from '../../../content/brand/index.ts';
import { type CallOptions, call } from '../../api/call.ts';
import type { Link } from '../../site/links/link.ts';
import { pageFrom } from '../../site/pagination.ts';
import { derive } from '../../site/render-cache.ts';
import { filtersFrom, orderLanguage, type PriceChoice, priceChoiceFrom, withoutFixed } from './filters.ts';

export interface Category {
  readonly slug: string;
  readonly name: string;
  /** Highlighted in the bar. */
  readonly highlight: boolean;
}

/** Number of performers by filter and value. */
export type FilterCounts = Readonly<Partial<Record<FilterName, Readonly<Record<string, number>>>>>;

export interface PerformerPage {
  /** Empty while the filters are open. */
  readonly cards: readonly PerformerCard[];
  /** On all pages together. */
  readonly total: number;
  readonly page: number;
  readonly lastPage: number;
  readonly filters: Filters & PriceChoice;
  /** Who plan to go live soon, on the first page. Not among the cards; null for a list that is not in groups. */
  readonly soon: readonly StartingCard[] | null;
  /** Filters that define the page. */
  readonly fixed: readonly FilterName[];
  /** The shown gender. */
  readonly who: Gender;
  /** The gender shown by default. */
  readonly own: Gender;
  /** For the filter form; null when the list is shown. */
  readonly counts: FilterCounts | null;
  /** For the filter form: the lowest and the highest price; null if all performers ask the same. */
  readonly prices: { readonly min: number; readonly max: number } | null;
}

export type PerformerFilter = NonNullable<InputOf<typeof listPerformers>['filter']>;
export type ListOptions = CallOptions & { locale: Locale };
type OwnOptions = ListOptions & { own?: Gender | undefined };

/** Query that shows the filter form instead of the list. */
export const OPEN_FILTERS = { filters: 'open' } as const;

/**
 * Reads one page of a list, or its filter form. Page and filters come from the query; `base` defines the list. Filters
 * that no performer of the gender can pass are left out.
 */
export async function readList(
  query: URLSearchParams,
  base: PerformerFilter,
  { own = [base.gender ?? defaultGender].flat()[0] ?? defaultGender, ...options }: OwnOptions,
): Promise<PerformerPage> {
  const fixed = filterNames.filter((name) => base[name] !== undefined);
  const { gender, ...others } = withoutFixed(filtersFrom(query), fixed);
  const who = gender?.[0] ?? own;
  const unmatched = filterNames.filter((name) => !canMatch(name, who));
  const ownFilters = { ...(who !== own && { gender: [who] }), ...withoutFixed(others, unmatched) };
  const { sort, price } = fixed.length < filterNames.length ? priceChoiceFrom(query) : {};
  const filters = { ...ownFilters, ...(price && { price }), ...(sort && { sort }) };
  // The schema requires mutable arrays.
  const filter = {
    ...(ownFilters as PerformerFilter),
    ...(price && { price: Number(price) }),
    gender: who,
    ...base,
  };
  const list = { filters, fixed, who, own, page: pageFrom(query), prices: null };
  if (query.get('filters') === OPEN_FILTERS.filters) {
    const { total, counts, prices = null } = await call(countByFilter, { filter }, options);
    return { ...list, cards: [], soon: [], total, lastPage: lastPageOf(total), counts, prices };
  }
  const { result: soon } = await call(listStarting, { filter }, options);
  const { result, total } = await call(
    listPerformers,
    {
      filter: soon.length > 0 ? { ...filter, excludeIds: soon.map(({ user }) => user) } : filter,
      ordering: [
        ...(sort ? [{ key: 'price' as const, value: sort === 'cheapest' ? 'asc' : 'desc' }] : []),
        { key: 'language', value: orderLanguage(filters, options.locale) },
      ],
      pagination: { page: list.page, limit: PAGE_SIZE },
    },
    options,
  );
  return {
    ...list,
    // Where all ask the same, a price in the query has no effect.
    filters: result.some((card) => !card.prices) ? ownFilters : filters,
    cards: result,
    soon: list.page === 1 ? soon : [],
    total: total + soon.length,
    lastPage: lastPageOf(total),
    counts: null,
  };
}

/** As many as a wide row shows. */
const LIVE_ROW = 6;

/** The first live performers of the default list; empty if they cannot be read. */
export async function readLive(options: ListOptions): Promise<PerformerCard[]> {
  const { result } = await call(
    listPerformers,
    { filter: { gender: defaultGender }, pagination: { page: 1, limit: LIVE_ROW } },
    options,
  ).catch(() => ({ result: [] }));
  return result.filter(({ onlineStatus }) => isLive(onlineStatus));
}

/** A list without pages and filters: search results, favourites. */
export const shortList = (cards: readonly PerformerCard[]): PerformerPage => ({
  cards,
  soon: null,
  total: cards.length,
  page: 1,
  lastPage: 1,
  filters: {},
  fixed: filterNames,
  who: defaultGender,
  own: defaultGender,
  counts: null,
  prices: null,
});

/** First page without a filter: texts about the list are shown only there. */
export const isPlain = ({ page, filters, counts }: PerformerPage): boolean =>
  page === 1 && counts === null && Object.keys(filters).length === 0;

/** URL of the last page for a request beyond it (lists shrink), else null. */
export function pastEnd(
  { page, lastPage, filters, counts }: PerformerPage,
  { path, link }: { path: string; link: Link },
): string | null {
  if (page <= lastPage || counts !== null) return null;
  return link(path, { ...filters, page: lastPage > 1 ? String(lastPage) : undefined });
}

/** Position of the page's first performer, from 1 over all pages. */
export const firstOf = ({ page }: Pick<PerformerPage, 'page'>): number => (page - 1) * PAGE_SIZE + 1;

const lastPageOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** Ordered like the bar. */
export async function readCategories(options: ListOptions): Promise<Category[]> {
  if (!brand.features.categories) return [];
  const { result } = await call(listCategories, { texts: false }, options);
  const { locale } = options;
  return derive(result, `bar ${locale}`, () =>
    result.map(({ slug, meta, highlight }) => ({
      slug,
      name: (meta[locale] ?? meta[defaultLocale])?.name ?? slug,
      highlight: highlight.active,
    })),
  );
}

/** Reads list and categories in parallel. `page` is the page's `Astro`. */
export async function readListPage(
  page: { url: URL; locals: Pick<App.Locals, 'locale' | 'transport' | 'nonNude'> },
  base: PerformerFilter,
  own?: Gender,
): Promise<{ categories: Category[]; list: PerformerPage }> {
  const { locale, transport, nonNude } = page.locals;
  const options = { locale, transport, nonNude };
  const [categories, list] = await Promise.all([
    readCategories(options),
    readList(page.url.searchParams, base, { ...options, own }),
  ]);
  return { categories, list };
}

/** Puts up to two promoted performers before the first page, each once. */
export function queuePromoted(
  { cards, page }: Pick<PerformerPage, 'cards' | 'page'>,
  promoted: readonly PerformerCard[],
): { cards: readonly PerformerCard[]; ahead: number } {
  if (page > 1 || cards.length === 0) return { cards, ahead: 0 };
  const first = promoted.slice(0, PROMO_GRID_LIMIT);
  const taken = new Set(first.map(({ user }) => user));
  return { cards: [...first, ...cards.filter(({ user }) => !taken.has(user))], ahead: first.length };
}

/** Live ones first, without a page limit. */
export async function readFavourites(options: ListOptions): Promise<readonly PerformerCard[]> {
  const { result: kept } = await call(listFavourites, {}, options);
  if (kept.length === 0) return [];
  const userIds = kept.map(({ performerId }) => performerId);
  const { result } = await call(findPerformers, { filter: { userIds }, limit: userIds.length }, options);
  return result;
}

/** Parts of a list, in order: live, planned to be live soon, all others. */
export type Group = 'live' | 'soon' | 'rest';

/** More live performers than this have cards of the usual size. */
export const FEW = 12;

/** Splits a page of a list, and keeps its order. Promoted performers, the first `ahead`, stay in front. */
export function groupCards(
  cards: readonly PerformerCard[],
  ahead: number,
): { live: readonly PerformerCard[]; rest: readonly PerformerCard[] } {
  const isFirst = (card: PerformerCard, at: number): boolean => at < ahead || isLive(card.onlineStatus);
  return {
    live: cards.filter(isFirst),
    rest: cards.filter((card, at) => !isFirst(card, at)),
  };
}
