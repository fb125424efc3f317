import { brandIdentity } from '#contract/brand.ts';
import type { Config } from '#server/config/config.ts';

export type CookieConfig = Pick<Config, 'secureCookies' | 'cookieDomain'>;

/**
 * With TLS the names have the `__Host-` prefix, which no other host can set; if API and site are on two hosts,
 * `__Secure-`, for cookies of their parent domain. Cookies of other names are ignored.
 */
export function identityCookies({ secureCookies, cookieDomain }: CookieConfig) {
  const prefix = cookieDomain === null ? '__Host-' : '__Secure-';
  const named = (name: string): string => `${secureCookies ? prefix : ''}${brandIdentity.key}_${name}`;
  return {
    session: named('session'),
    studio: named('studio'),
    desk: named('desk'),
    guest: named('guest'),
    phone: named('phone'),
    device: named('device'),
  };
}
