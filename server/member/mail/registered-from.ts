import { pageToReturnTo } from '#contract/site/site-page.ts';
import { performerPageOf } from '#contract/wallet/return-page.ts';

/** Stored in the registration's values, so that a mail sent again leads back to the same page. */
const KEYS = { performer: 'register:model', page: 'register:page' } as const;

export function metaOf(from: string | undefined): Record<string, string> {
  const page = pageToReturnTo(from);
  if (page === null) return {};
  const performer = performerPageOf(page)?.performer;
  return { [KEYS.page]: page, ...(performer !== undefined && { [KEYS.performer]: performer }) };
}

/** The page of the registration, as path and query. */
export const registeredFrom = (meta: Readonly<Record<string, string>>): string | undefined =>
  pageToReturnTo(meta[KEYS.page]) ?? undefined;
