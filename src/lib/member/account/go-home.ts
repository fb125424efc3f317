import { routes } from '#contract/routes.ts';
import { linkFrom } from '../../site/link.ts';

/** Keeps locale and affiliate values. */
export function goHome(): void {
  location.assign(linkFrom(location)(routes.home));
}
