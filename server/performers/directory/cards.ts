import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { defaultLocale } from '#contract/locales.ts';
import {
  type countPerformers,
  directionOf,
  type listPerformers,
  orderKeys,
  type PerformerCard,
} from '#contract/performers/directory/directory-calls.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import type { Deps } from '#server/ports/deps.ts';
import { foldUsername } from '../reads.ts';
import { performers } from '../tables.ts';
import { toCard } from './card.ts';
import type { PerformerFilter } from './listing/conditions.ts';
import { directoryOf } from './listing/directory.ts';
import { search } from './listing/search.ts';
import { seenBy } from './pictures.ts';

/** May also filter by username and leave out the gender. */
type FilterInput = ParsedInput<typeof countPerformers>['filter'];
type ListInput = ParsedInput<typeof listPerformers>;
export interface CardsInput {
  filter: FilterInput;
  ordering: NonNullable<ListInput['ordering']>;
  pagination: NonNullable<ListInput['pagination']>;
  nonNude: boolean;
  /** Of the visitor. */
  location: GeoLocation;
}

/** One page of cards, and the number of performers that pass the filter. */
export async function readCards(
  deps: Deps,
  { filter, ordering, pagination: { page, limit }, nonNude, location }: CardsInput,
): Promise<{ result: PerformerCard[]; total: number }> {
  const lookedUp = await filterById(deps, filter, location);
  const language =
    ordering.find(({ key }) => key === 'language')?.value || (filter.language?.[0] ?? defaultLocale);
  const directory = directoryOf(deps);
  const seen = seenBy(deps, nonNude);
  const steps = isDefault(ordering)
    ? []
    : ordering.map(({ key, value }) => ({ key, language, direction: directionOf(value) }));
  const wanted = { filter: lookedUp, language, steps, offset: (page - 1) * limit, limit };
  const { ids, total } = search(await directory.current(), wanted, seen.now);
  const rows = await directory.cards(ids);
  return { result: rows.map((row) => toCard(row, seen)), total };
}

/** The default order is kept in memory and needs no sorting. */
const isDefault = (ordering: CardsInput['ordering']): boolean =>
  ordering.every(({ key }) => key === 'language') ||
  (ordering.length === orderKeys.length &&
    ordering.every(
      ({ key, value }, place) =>
        key === orderKeys[place] && (key === 'language' || directionOf(value) === 'desc'),
    ));

/** An id without a performer: ids start at 1. */
const NOBODY = 0;

/** The same filter with the username resolved to an id, and the gender as a list. */
export async function filterById(
  { db }: Pick<Deps, 'db'>,
  filter: FilterInput,
  location: GeoLocation,
): Promise<PerformerFilter> {
  const { username, gender = [], ...others } = filter;
  const rest = { ...others, gender: [gender].flat(), location };
  if (username === undefined) return rest;
  const [row] = await db
    .select({ id: performers.id })
    .from(performers)
    .where(eq(performers.usernameFolded, foldUsername(username)));
  const isWanted = row && (rest.userIds?.includes(row.id) ?? true);
  return { ...rest, userIds: [isWanted ? row.id : NOBODY] };
}
