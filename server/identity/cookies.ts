import { brandIdentity } from '#contract/brand/identity.ts';
import type { Config } from '#server/config/config.ts';

export type CookieConfig = Pick<Config, 'secureCookies' | 'cookieDomain'>;

/**
 * With TLS the names have the `__Host-` prefix, which no other host can set; where API and site are two hosts, that of
 * cookies for their parent. A cookie of another name is never read.
 */
export function identityCookies({ secureCookies, cookieDomain }: CookieConfig) {
  const prefix = cookieDomain === null ? '__Host-' : '__Secure-';
  const named = (name: string): string => `${secureCookies ? prefix : ''}${brandIdentity.key}_${name}`;
  return {
    session: named('session'),
    guest: named('guest'),
    phone: named('phone'),
    device: named('device'),
  };
}
