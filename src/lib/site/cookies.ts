import { flagCookies } from '#contract/cookies.ts';

/** Cookies a script may read carry interface flags only; the session is in one it can't. */
export const cookieNames = flagCookies;

export const YEAR_SECONDS = 365 * 24 * 3600;

/** One interface flag as the text of `document.cookie` or of a `Set-Cookie` header. */
export function flagCookie(name: string, value: string, secure: boolean): string {
  return `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure ? '; secure' : ''}`;
}

/** Where to go after a form: a path of this site, anything else is home. */
export function safeReturn(target: unknown): string {
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) && !/[\r\n\t]/.test(target) ? target : '/';
}

/** Whether a page of this site sent the request; a browser too old to say so is believed. */
export const isFromHere = (request: Request): boolean =>
  ['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'));
