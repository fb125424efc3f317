import type { AstroCookies, AstroGlobal } from 'astro';
import { sessionCookies } from '#contract/cookies.ts';
import { labelOf } from '#contract/errors.ts';
import { type Member, readBasicInfo } from '#contract/member/account/account-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { type PostedFields, postedFields, postedForm } from '../../site/forms.ts';
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
  const fields = await postedFields(request);
  const { posted, typed } = fields;
  const next = returnTo({
    next: posted ? typed(NEXT) : url.searchParams.get(NEXT),
    referrer: posted ? null : request.headers.get('referer'),
    origin: locals.origin ?? url.origin,
    affiliate: locals.affiliate,
  });
  return { ...fields, next, query: { [NEXT]: next ?? undefined } };
}

export type LinkState = 'ask' | 'done' | 'used' | 'expired' | 'failed';

export interface MailLink<Result> {
  readonly key: string;
  readonly state: LinkState;
  /** The posted form, or the query if the page was only opened. */
  readonly input: FormData | URLSearchParams;
  /** Result of a redeemed link. */
  readonly result: Result | null;
}

/**
 * Returns the state of a mailed link. Our form posts the key; a mail program posts to the URL that contains it
 * (RFC 8058). Opening the link changes nothing: mail scanners follow links.
 */
export async function readMailLink<Result>(
  { request, url }: Pick<AstroGlobal, 'request' | 'url'>,
  redeem: (key: string) => Promise<Result>,
): Promise<MailLink<Result>> {
  const posted = request.method === 'POST';
  const input = posted ? await postedForm(request) : url.searchParams;
  const key = String(input.get('key') ?? url.searchParams.get('key') ?? '');
  if (key === '') return { key, input, state: 'expired', result: null };
  if (!posted) return { key, input, state: 'ask', result: null };
  try {
    return { key, input, state: 'done', result: await redeem(key) };
  } catch (error) {
    return { key, input, state: stateOf(error), result: null };
  }
}

function stateOf(error: unknown): LinkState {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}

/**
 * The member a page is rendered for; null for a guest, an ended session, or an unreachable API, so that texts stay
 * readable.
 */
export async function readMember(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<Member | null> {
  if (!sessionCookies.some((name) => cookies.has(name))) return null;
  return call(readBasicInfo, {}, options).catch(() => null);
}
