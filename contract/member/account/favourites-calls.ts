import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, rowId } from '../../fields.ts';

/** Equals MAX_PAGE_SIZE; importing it would double the script of a member's page. */
export const FAVOURITES_MAX = 200;

/** ms for which the heart stays locked and its notice visible (platform 4, live 9). */
export const FAVOURITE_LOCK_MS = 3000;

export const favouriteSchema = z.object({
  performerId: z.int(),
});
export type Favourite = z.infer<typeof favouriteSchema>;

export function withFavourite(list: readonly Favourite[], performerId: number): readonly Favourite[] {
  return isFavourite(list, performerId) ? list : [{ performerId }, ...list];
}

export const withoutFavourite = (list: readonly Favourite[], performerId: number): readonly Favourite[] =>
  list.filter((favourite) => favourite.performerId !== performerId);

export const isFavourite = (list: readonly Favourite[], performerId: number): boolean =>
  list.some((favourite) => favourite.performerId === performerId);

export const listFavourites = endpoint({
  base: 'member',
  method: 'GET',
  path: '/favourite',
  summary: 'Returns the favourites of a member, newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(favouriteSchema) }),
  errors: [],
});

export const addFavourite = endpoint({
  base: 'member',
  method: 'POST',
  path: '/favourite',
  summary: 'Adds a performer to the favourites; idempotent',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.favourites.full'],
});

export const removeFavourite = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/favourite',
  summary: 'Removes a performer from the favourites; idempotent',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: done,
  errors: [],
});
