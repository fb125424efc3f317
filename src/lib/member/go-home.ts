import { linkFrom } from '../site/link.ts';
import { routes } from '../site/routes.ts';

/** Home in the language of the page, keeping the basic route values. */
export function goHome(): void {
  location.assign(linkFrom(location)(routes.home));
}
