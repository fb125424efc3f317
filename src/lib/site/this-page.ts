import { lastingQuery } from '#contract/site/lasting-query.ts';
import { SITE_PAGE_MAX } from '#contract/site/site-path.ts';

/** The page of a URL, to be come back to: path and lasting query, which is left out where it is too long. */
export function thisPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const page = pathname + lastingQuery(search);
  return page.length <= SITE_PAGE_MAX ? page : pathname;
}
