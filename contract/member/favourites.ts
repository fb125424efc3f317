import * as z from 'zod/mini';

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
