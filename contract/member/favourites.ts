import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** As many as one page of the list can show: MAX_PAGE_SIZE, whose file would double what a member's page loads. */
export const FAVOURITES_MAX = 200;

/** The heart is locked for this long after a click, and its notice stands as long, in ms (platform 4, live 9). */
export const FAVOURITE_LOCK_MS = 3000;

export const favouriteSchema = z.object({
  /** The performer's user id. */
  performerId: z.number().int(),
});
export type Favourite = z.infer<typeof favouriteSchema>;

/** The list with one more at its front; a performer is in it once. */
export function withFavourite(list: readonly Favourite[], performerId: number): readonly Favourite[] {
  return isFavourite(list, performerId) ? list : [{ performerId }, ...list];
}

export const withoutFavourite = (list: readonly Favourite[], performerId: number): readonly Favourite[] =>
  list.filter((favourite) => favourite.performerId !== performerId);

export const isFavourite = (list: readonly Favourite[], performerId: number): boolean =>
  list.some((favourite) => favourite.performerId === performerId);

/** A row's number, as the database holds it; as text where it comes in a query. */
const performerId = z.coerce.number().int().min(1).max(2_147_483_647);

export const listFavourites = endpoint({
  base: 'member',
  method: 'GET',
  path: '/favourite',
  summary: 'The performers a member keeps, the newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(favouriteSchema) }),
  errors: [],
});

export const addFavourite = endpoint({
  base: 'member',
  method: 'POST',
  path: '/favourite',
  summary: 'Keeps a performer; one that is kept already stays so',
  access: 'member',
  input: z.object({ performerId }),
  output: z.literal(true),
  errors: ['badRequest.performer.notExists', 'badRequest.favourites.full'],
});

export const removeFavourite = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/favourite',
  summary: 'Keeps a performer no longer; one that was not kept is no mistake',
  access: 'member',
  input: z.object({ performerId }),
  output: z.literal(true),
  errors: [],
});
