import { z } from 'zod';
import { type Locale, localePath } from '../locales.ts';
import { routes } from '../routes.ts';

/** Pages a buyer can return to. Clients name one; the URL is ours. */
export const returnPages = {
  home: routes.home,
  free: routes.free,
  toy: routes.toy,
  'new-cams': routes.newCams,
  favourites: routes.favourites,
  profile: '/profile/{performer}',
  stream: '/stream/{performer}',
} as const;
export type ReturnPage = keyof typeof returnPages;

export const returnPageSchema = z.enum(Object.keys(returnPages) as [ReturnPage, ...ReturnPage[]]);

/** Query key with the payment's id. */
export const PAYMENT_KEY = 'payment';

export interface ReturnTarget {
  page: ReturnPage;
  lang: Locale;
  performer?: string | undefined;
}

/** Home when the page needs a performer and none is named. */
export function returnPath({ page, lang, performer }: ReturnTarget, payment: string): string {
  const pattern = returnPages[page];
  const named = pattern.includes('{performer}') && !performer ? returnPages.home : pattern;
  const path = named.replace('{performer}', encodeURIComponent(performer ?? ''));
  return `${localePath(lang, path)}?${PAYMENT_KEY}=${encodeURIComponent(payment)}`;
}

/** Home for any other path. */
export function returnPageOf(path: string): Pick<ReturnTarget, 'page' | 'performer'> {
  for (const page of Object.keys(returnPages) as ReturnPage[]) {
    const [before = '', named] = returnPages[page].split('{performer}');
    if (named === undefined && path === before) return { page };
    const performer = named !== undefined && path.startsWith(before) ? path.slice(before.length) : '';
    if (performer && !performer.includes('/')) return { page, performer: decodeURIComponent(performer) };
  }
  return { page: 'home' };
}
