import { type Locale, localePath } from './locale.ts';

/** What a link says behind its `?`; a list repeats its name, nothing leaves it out. */
export type LinkQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Makes an address of this site in the visitor's language, with what every link carries on (basic-query.ts). */
export type Link = (path: string, query?: LinkQuery) => string;

export function createLink(locale: Locale, basic: Readonly<Record<string, string>>): Link {
  return (path, query = {}) => {
    const search = new URLSearchParams();
    for (const [name, value = []] of Object.entries({ ...query, ...basic })) {
      for (const one of [value].flat()) search.append(name, one);
    }
    return localePath(locale, path) + (search.size > 0 ? `?${search}` : '');
  };
}
