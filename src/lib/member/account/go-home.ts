import { splitLocale } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import { type LinkQuery, linkFrom } from '../../site/link.ts';

/** Keeps locale and affiliate values. */
export function goHome(query?: LinkQuery): void {
  location.assign(linkFrom(location)(routes.home, query));
}

export const isHome = (): boolean => splitLocale(location.pathname).path === routes.home;
