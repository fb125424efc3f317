import { z } from 'zod';

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
