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

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
