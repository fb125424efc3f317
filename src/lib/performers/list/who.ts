import type { Gender } from '#contract/performers/filters.ts';
import { routes } from '#contract/routes.ts';
import type { MessageKey } from '../../site/i18n.ts';
import type { Link } from '../../site/link.ts';
import { filtersFrom } from './filters.ts';
import { OPEN_FILTERS } from './read-lists.ts';

/** Everybody of one gender is a page of its own; home is that of the default one. */
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

/** Whose page is at this path; undefined for any other page. */
export const whoAt = (path: string): Gender | undefined =>
  (Object.keys(whoPaths) as Gender[]).find((gender) => whoPaths[gender] === path);

/**
 * Where a list of everybody leads that was asked for another gender, as a form without script does: to the page of
 * that gender, with the other filters. Null where nothing was asked.
 */
export function whoMoved(query: URLSearchParams, link: Link): string | null {
  const { gender, ...others } = filtersFrom(query);
  const [asked] = gender ?? [];
  if (asked === undefined || query.get('filters') === OPEN_FILTERS.filters) return null;
  return link(whoPaths[asked], others);
}
