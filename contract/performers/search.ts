export const startsWith = (username: string, typed: string): boolean =>
  username.toLowerCase().startsWith(typed.trim().toLowerCase());

/** All of them when none matches (platform 5). */
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
  /** A line stands above it: those before are favourites. */
  readonly divider: boolean;
}

/** A member's favourites among those found come first, each part in the order found. */
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
