import { flagCookies } from '#contract/cookies.ts';
import { locales } from '#contract/locales.ts';

/** Names of the meta tags with the API key, and with the API's origin if it differs from the page's. */
export const API_KEY_META = 'site-api-key';
export const API_ORIGIN_META = 'site-api-url';
/** Contains the URL of the tag manager's script, if the brand has one. */
export const TAG_MANAGER_META = 'site-tag-manager';

/** Web app manifest, for adding the site to a home screen; linked on pages about notices. */
export const MANIFEST = '/common/manifest.webmanifest';

/**
 * The languages are part of the URL: adding one installs a new worker, which also caches that language's page
 * (public/sw.js).
 */
export const workerAddress = `/sw.js?languages=${locales}`;

/** Scripts can read interface flags only; the session cookie is HttpOnly. */
export const cookieNames = flagCookies;

export const YEAR_SECONDS = 365 * 24 * 3600;

/** For `document.cookie` or a `Set-Cookie` header. */
export function flagCookie(name: string, value: string, secure: boolean): string {
  return `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure ? '; secure' : ''}`;
}

/** Whether this site sent the request; browsers without Sec-Fetch-Site are trusted. */
export const isFromHere = (request: Request): boolean =>
  ['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'));
