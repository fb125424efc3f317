import { z } from 'zod';
import { type Locale, localePath } from '../locales.ts';
import { routes } from '../routes.ts';

/** Pages of a performer. */
const performerPages = {
  profile: '/profile/{performer}',
  stream: '/stream/{performer}',
} as const;

/** Pages a buyer can return to. Clients name one; the URL is ours. */
export const returnPages = {
  home: routes.home,
  free: routes.free,
  toy: routes.toy,
  'new-cams': routes.newCams,
  favourites: routes.favourites,
  ...performerPages,
  /** Where the tab of a payment ends that was opened beside a chat. */
  beside: '/payment/{performer}',
} as const;
export type ReturnPage = keyof typeof returnPages;

export const returnPageSchema = z.enum(Object.keys(returnPages) as [ReturnPage, ...ReturnPage[]]);

/** A performer's page, which the links of activation and reset mails lead back to. */
export const performerPageSchema = z.object({
  page: z.enum(['profile', 'stream']),
  performer: z.string().min(1).max(64),
});
export type PerformerPage = z.infer<typeof performerPageSchema>;

/** The performer's page at a path without its locale; undefined for any other. */
export const performerPageAt = (path: string): PerformerPage | undefined =>
  performerPageSchema.safeParse(returnPageOf(path)).data;

/** Query key with the payment's id. */
export const PAYMENT_KEY = 'payment';

export interface ReturnTarget {
  page: ReturnPage;
  lang: Locale;
  performer?: string | undefined;
}

/** Home when the page needs a performer and none is named. */
export function returnPath({ page, lang, performer }: ReturnTarget, payment: string): string {
  const path = pathTo(page, performer);
  return `${localePath(lang, path)}?${PAYMENT_KEY}=${encodeURIComponent(payment)}`;
}

/** Without its locale; home when the page needs a performer and none is named. */
export function pathTo(page: ReturnPage, performer?: string): string {
  const pattern = returnPages[page];
  const named = pattern.includes('{performer}') && !performer ? returnPages.home : pattern;
  return named.replace('{performer}', encodeURIComponent(performer ?? ''));
}

/** Home for any other path. */
export function returnPageOf(path: string): Pick<ReturnTarget, 'page' | 'performer'> {
  for (const page of Object.keys(returnPages) as ReturnPage[]) {
    if (page === 'beside') continue;
    const [before = '', named] = returnPages[page].split('{performer}');
    if (named === undefined && path === before) return { page };
    const performer =
      named !== undefined && path.startsWith(before) ? decoded(path.slice(before.length)) : '';
    if (performer) return { page, performer };
  }
  return { page: 'home' };
}

/** Empty unless it is one part of a path. */
function decoded(part: string): string {
  if (part.includes('/')) return '';
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
