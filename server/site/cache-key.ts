import { flagCookies, sessionCookies } from '#contract/cookies.ts';
import { splitLocale } from '#contract/locales.ts';
import { isPageWith, machineRoutes } from '#contract/site/page-routes.ts';
import { isBelow } from '#contract/start/roots.ts';
import { affiliateSlots, type Slots, type SlotValues } from './affiliate-slots.ts';

/** Everything a guest's page is rendered from; the request has no other influence on it. */
export interface CacheKey {
  /** Path and query with slots in place of affiliate values. */
  readonly url: string;
  /** Interface flags in a fixed order, as a Cookie header. */
  readonly cookie: string;
  /** Filled into the slots when the page is sent. */
  readonly values: SlotValues;
}

export interface KeyedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly authorization?: string | undefined; readonly cookie?: string | undefined };
}

const MAX_URL = 2048;
const flags: ReadonlySet<string> = new Set(Object.values(flagCookies));
const sessions: ReadonlySet<string> = new Set(sessionCookies);
const FLAG_VALUE = /^[\w.%-]{0,64}$/;
/** Query keys for one visitor only: such pages are never shared. */
const PRIVATE_QUERY = /[?&](?:token|key|password|action|payment)=/;

/** Null for a response that is not for every guest: members, writes, URLs with one-time keys. */
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

/** Whether the page may belong to a member: no cache may keep it. */
export const hasSession = (cookies: string | null): boolean =>
  (cookies ?? '').split(';').some((pair) => sessions.has(pair.trim().split('=', 1)[0] ?? ''));

/** The flags of a Cookie header; null when it contains a session. */
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
