export const startsWith = (username: string, typed: string): boolean =>
  username.toLowerCase().startsWith(typed.trim().toLowerCase());

/** Favourites whose name matches, or all of them if none does (platform 5). */
export function searchFavourites<Item>(
  all: readonly Item[],
  typed: string,
  usernameOf: (item: Item) => string,
): readonly Item[] {
  const found = all.filter((item) => startsWith(usernameOf(item), typed));
  return found.length > 0 ? found : all;
}

export interface AutocompleteItem {
  /** The performer's id. */
  readonly key: number;
  /** The username. */
  readonly value: string;
  /** Draws a line above this item: those before it are favourites. */
  readonly divider: boolean;
}

/** Results with the member's favourites first, each group in the order found. */
export function autocompleteItems(
  found: readonly { id: number; username: string }[],
  favourites: readonly number[],
): readonly AutocompleteItem[] {
  const kept = found.filter(({ id }) => favourites.includes(id));
  const others = found.filter((one) => !kept.includes(one));
  return [...kept, ...others].map(({ id, username }, index) => ({
    key: id,
    value: username,
    divider: index > 0 && index === kept.length,
  }));
}
