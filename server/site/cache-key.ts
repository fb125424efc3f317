import { flagCookies, sessionCookies } from '#contract/cookies.ts';
import { splitLocale } from '#contract/locales.ts';
import { isBelow, isPageWith, machineRoutes } from '#contract/page-routes.ts';
import { affiliateSlots, type Slots, type SlotValues } from './affiliate-slots.ts';

/** What a guest's page is made from; nothing else of the request reaches it. */
export interface CacheKey {
  /** Path and query as they were asked for, but with slots in the place of an affiliate's values. */
  readonly url: string;
  /** Interface flags in a fixed order, as a Cookie header. */
  readonly cookie: string;
  /** What goes into the slots when the page is sent. */
  readonly values: SlotValues;
}

/** As much of a request as the key is made of. */
export interface KeyedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly authorization?: string | undefined; readonly cookie?: string | undefined };
}

const MAX_URL = 2048;
const flags: ReadonlySet<string> = new Set(Object.values(flagCookies));
const sessions: ReadonlySet<string> = new Set(sessionCookies);
const FLAG_VALUE = /^[\w.%-]{0,64}$/;
/** Keys that are meant for one visitor: such a page is nobody else's. */
const PRIVATE_QUERY = /[?&](?:token|key|password|action|payment)=/;

/** What a request asks for when any guest may have the answer, or null: a member, a write, a one-time address. */
export function cacheKeyOf(
  { method, url = '/', headers }: KeyedRequest,
  slots: Slots = affiliateSlots,
): CacheKey | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (headers.authorization !== undefined || url.length > MAX_URL || PRIVATE_QUERY.test(url)) return null;
  const { path } = splitLocale(url.split('?', 1)[0] ?? '/');
  if (isBelow(machineRoutes, path) || isPageWith('answers', path.replace(/\/$/, ''))) return null;
  const cookie = flagsOf(headers.cookie);
  return cookie === null ? null : { ...slots.take(url), cookie };
}

/** The flags of a Cookie header; null where it names a session. */
function flagsOf(header: string | undefined): string | null {
  if (header === undefined) return '';
  const kept: string[] = [];
  for (const pair of header.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (sessions.has(name)) return null;
    if (flags.has(name) && FLAG_VALUE.test(value)) kept.push(`${name}=${value}`);
  }
  return kept.sort().join('; ');
}
