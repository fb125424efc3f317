import type { IncomingMessage } from 'node:http';
import { flagCookies, sessionCookies } from '#contract/cookies.ts';

/** What a guest's page is made from; nothing else of the request reaches it. */
export interface PageAsk {
  /** Path and query as they were asked for. */
  url: string;
  /** Interface flags in a fixed order, as a Cookie header. */
  cookie: string;
}

const MAX_URL = 1024;
const flags: ReadonlySet<string> = new Set(Object.values(flagCookies));
const sessions: ReadonlySet<string> = new Set(sessionCookies);
const FLAG_VALUE = /^[\w.%-]{0,64}$/;
/** Keys that are meant for one visitor: such a page is nobody else's. */
const PRIVATE_QUERY = /[?&](?:token|key|password|action|payment)=/;

/** Large or made once: streamed or kept elsewhere, never held as a page. */
const NO_PAGE = /^\/(?:(?:nl|en)\/)?(?:og\/|sitemaps?[./]|robots\.txt)/;
/** Addresses that take an answer: what they do depends on who sends the visitor there. */
const ANSWERS = /^\/(?:en\/|nl\/)?(?:age|consent)(?:[/?]|$)/;

/** What the request asks for when any guest may have the answer, or null: a member, a write, a one-time address. */
export function guestAsk(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): PageAsk | null {
  const { method, url = '/', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (headers.authorization !== undefined || url.length > MAX_URL) return null;
  if (PRIVATE_QUERY.test(url) || NO_PAGE.test(url) || ANSWERS.test(url)) return null;
  if (headers.cookie === undefined) return { url, cookie: '' };
  const kept: string[] = [];
  for (const pair of headers.cookie.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (sessions.has(name)) return null;
    if (flags.has(name) && FLAG_VALUE.test(value)) kept.push(`${name}=${value}`);
  }
  return { url, cookie: kept.sort().join('; ') };
}
