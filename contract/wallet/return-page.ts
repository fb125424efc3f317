import * as z from 'zod/mini';
import { localePath, splitLocale } from '../locales.ts';
import { routes } from '../site/routes.ts';
import { pageToReturnTo } from '../site/site-page.ts';
import { PAYMENT_KEY, withQuery } from '../site/site-path.ts';

const performerPageSchema = z.object({
  page: z.enum(['profile', 'stream']),
  performer: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type PerformerPage = z.infer<typeof performerPageSchema>;

/** The performer's page at a path without its locale; undefined for any other. */
export function performerPageAt(path: string): PerformerPage | undefined {
  const [, page, performer = '', ...rest] = path.split('/');
  return rest.length > 0
    ? undefined
    : performerPageSchema.safeParse({ page, performer: decoded(performer) }).data;
}

/** The same for a page as path and query, in any language. */
export const performerPageOf = (page: string): PerformerPage | undefined =>
  performerPageAt(splitLocale(page.split('?', 1)[0] ?? '').path);

/** Where the provider sends the buyer: to the page, or home if it can't be returned to. */
export function returnPath(page: string, payment: string): string {
  const target = pageToReturnTo(page) ?? localePath(splitLocale(page).locale, routes.home);
  return withQuery(target, { [PAYMENT_KEY]: payment });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
