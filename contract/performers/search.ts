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
