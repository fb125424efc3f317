import { isIP } from 'node:net';

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
