import type { AstroGlobal } from 'astro';
import { postedForm } from '../../site/posted-form.ts';
import { NEXT, returnTo } from '../../site/return-to.ts';

export interface EntryVisit {
  readonly posted: boolean;
  /** What was typed; empty while the page is only read. */
  readonly typed: (field: string) => string;
  /** Where to go on, as path and query. Null for home. */
  readonly next: string | null;
  /** For links between these pages. */
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** How somebody came to a page that logs in, and what they posted to it. */
export async function readEntry(page: Pick<AstroGlobal, 'request' | 'url' | 'locals'>): Promise<EntryVisit> {
  const { request, url, locals } = page;
  const posted = request.method === 'POST';
  const form = posted ? await postedForm(request) : new FormData();
  const typed = (field: string): string => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const next = returnTo({
    next: posted ? form.get(NEXT) : url.searchParams.get(NEXT),
    referrer: posted ? null : request.headers.get('referer'),
    origin: locals.origin ?? url.origin,
    affiliate: locals.affiliate,
  });
  return { posted, typed, next, query: { [NEXT]: next ?? undefined } };
}
