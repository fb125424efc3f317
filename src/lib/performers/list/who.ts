import type { Gender } from '#contract/performers/directory/filters.ts';
import { routes } from '#contract/site/routes.ts';
import type { MessageKey } from '../../site/i18n.ts';
import type { Link } from '../../site/links/link.ts';
import { filtersFrom } from './filters.ts';
import { OPEN_FILTERS } from './read-lists.ts';

/** All performers of one gender have a page; the default gender's is the home page. */
export const whoPaths = {
  female: routes.home,
  male: routes.men,
  trans: routes.trans,
  couple: routes.couples,
} as const satisfies Record<Gender, string>;

export const whoTexts = {
  male: { title: 'home.menTitle', text: 'home.menText' },
  trans: { title: 'home.transTitle', text: 'home.transText' },
  couple: { title: 'home.couplesTitle', text: 'home.couplesText' },
} as const satisfies Record<Exclude<Gender, 'female'>, { title: MessageKey; text: MessageKey }>;

/** The gender of the page at this path; undefined for any other page. */
export const whoAt = (path: string): Gender | undefined =>
  (Object.keys(whoPaths) as Gender[]).find((gender) => whoPaths[gender] === path);

/**
 * Redirect of a list of all performers whose query asks for another gender, as a form without script does: that
 * gender's page with the other filters. Null if the query has no gender.
 */
export function whoMoved(query: URLSearchParams, link: Link): string | null {
  const { gender, ...others } = filtersFrom(query);
  const [chosen] = gender ?? [];
  if (chosen === undefined || query.get('filters') === OPEN_FILTERS.filters) return null;
  return link(whoPaths[chosen], others);
}
