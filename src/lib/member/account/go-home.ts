import { routes } from '#contract/routes.ts';
import { linkFrom } from '../../site/link.ts';

/** Home in the language of the page, keeping the basic route values. */
export function goHome(): void {
  location.assign(linkFrom(location)(routes.home));
}
