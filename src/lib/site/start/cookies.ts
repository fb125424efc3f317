import { flagCookies } from '#contract/cookies.ts';

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
