import { type Locale, localePath } from './locale.ts';

/** Makes an address of this site in the visitor's language, with what every link carries on (basic-query.ts). */
export type Link = (path: string, query?: Readonly<Record<string, string>>) => string;

export function createLink(locale: Locale, basic: Readonly<Record<string, string>>): Link {
  return (path, query = {}) => {
    const search = new URLSearchParams({ ...query, ...basic }).toString();
    return localePath(locale, path) + (search ? `?${search}` : '');
  };
}
