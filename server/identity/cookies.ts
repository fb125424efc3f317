import type { Config } from '#server/config/config.ts';

export type CookieConfig = Pick<Config, 'secureCookies' | 'cookieDomain'>;

/**
 * With TLS the names have the `__Host-` prefix, which no other host can set; where API and site are two hosts, that of
 * cookies for their parent. A cookie of another name is never read.
 */
export function identityCookies({ secureCookies, cookieDomain }: CookieConfig) {
  const prefix = cookieDomain === null ? '__Host-' : '__Secure-';
  const named = (name: string): string => (secureCookies ? prefix + name : name);
  return {
    session: named('vonk_session'),
    guest: named('vonk_guest'),
    phone: named('vonk_phone'),
    device: named('vonk_device'),
  };
}
