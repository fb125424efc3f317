import { basicQuery } from '../site/basic-query.ts';
import { localePath, splitLocale } from '../site/locale.ts';
import { routes } from '../site/routes.ts';

/** Home in the language of the page, keeping the basic route values. */
export function goHome(): void {
  const query = new URLSearchParams(basicQuery(new URLSearchParams(location.search))).toString();
  const home = localePath(splitLocale(location.pathname).locale, routes.home);
  location.assign(query ? `${home}?${query}` : home);
}
