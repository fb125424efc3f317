import type { AstroGlobal } from 'astro';
import { type PostedFields, postedFields } from '../../site/forms.ts';
import { NEXT, returnTo } from '../../site/routing/return-to.ts';

export interface EntryVisit extends PostedFields {
  /** Where to go after the login, as path and query; null for the home page. */
  readonly next: string | null;
  /** Query for links between these pages. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** Reads how a visitor came to a page that logs in, and the posted fields. */
export async function readEntry(page: Pick<AstroGlobal, 'request' | 'url' | 'locals'>): Promise<EntryVisit> {
  const { request, url, locals } = page;
  const { posted, typed } = await postedFields(request);
  const next = returnTo({
    next: posted ? typed(NEXT) : url.searchParams.get(NEXT),
    referrer: posted ? null : request.headers.get('referer'),
    origin: locals.origin ?? url.origin,
    affiliate: locals.affiliate,
  });
  return { posted, typed, next, query: { [NEXT]: next ?? undefined } };
}
