import { lastingQuery } from '#contract/site/lasting-query.ts';
import { SITE_PAGE_MAX } from '#contract/site/site-path.ts';

/** The page to return to: path and lasting query; the query is left out if it is too long. */
export function thisPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const page = pathname + lastingQuery(search);
  return page.length <= SITE_PAGE_MAX ? page : pathname;
}
