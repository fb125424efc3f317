import { isIP } from 'node:net';
import Bowser from 'bowser';
import { brandIdentity } from '#contract/brand.ts';
import type { Config } from '#server/config/config.ts';

/**
 * The key that limits count an IP address by: an IPv4 address itself, the first 64 bits of an IPv6 address, since one
 * holder has the whole network.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const left = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...left, ...after].slice(0, 4).join(':')}::/64`;
}

/** The network that a provider gives to one place or customer: /24 of an IPv4 address, /48 of an IPv6 address. */
export function wideNetworkOf(ip: string): string {
  if (isIP(ip) === 6) return `${networkOf(ip).split(':').slice(0, 3).join(':')}::/48`;
  return isIP(ip) === 4 ? `${ip.split('.').slice(0, 3).join('.')}.0/24` : ip;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** Longer user agents are not genuine and are ignored. */
const USER_AGENT_MAX = 512;

/** Browser and system, `Firefox · Linux`; null if neither is recognized. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > USER_AGENT_MAX) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join(' · ') : null;
}

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
    deskDevice: named('desk_device'),
    guest: named('guest'),
    phone: named('phone'),
    device: named('device'),
  };
}
