import { BlockList, isIP } from 'node:net';

/** In the place of an IP: a trusted proxy named the client in a way that cannot be read. */
export const UNREADABLE = 'unreadable';

/**
 * An IP in the one form it is compared, looked up and counted in: without quotes, brackets, port and zone, IPv6 in
 * short form, and IPv4 as such where it came mapped into IPv6. Null for what is no IP.
 */
export function readIp(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(bare) ?? [];
  if (inBrackets !== undefined) return readIpv6(inBrackets);
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(bare) ?? [];
  const ip = beforePort ?? bare;
  return isIP(ip) === 4 ? ip : readIpv6(ip);
}

function readIpv6(text: string): string | null {
  const [ip = ''] = text.split('%', 1);
  if (isIP(ip) !== 6) return null;
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap(bytesOf).join('.');
}

/** Of 16 bits in hexadecimal. */
function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/** Whether an IP is on the operator's list of IPs and networks (`10.0.0.0/8`). */
export function createTrust(trusted: readonly string[]): (ip: string | undefined) => boolean {
  if (trusted.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of trusted) {
    const [ip = '', bits] = entry.trim().split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (given) => {
    const ip = readIp(given ?? '');
    return ip !== null && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The client's IP: of the peer, or the last one in `x-forwarded-for` that is no trusted proxy. UNREADABLE where that
 * is no IP: what stands before it anybody may have written. `unknown` without a peer.
 */
export function createClientIpReader(trusted: readonly string[]) {
  const isTrusted = createTrust(trusted);
  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let ip = readIp(peer ?? '') ?? 'unknown';
    if (!isTrusted(ip)) return ip;
    // Empty elements of a list have no meaning (RFC 9110, 5.6.1).
    const hops = (forwardedFor ?? '').split(',').filter((hop) => hop.trim() !== '');
    while (isTrusted(ip)) {
      const hop = hops.pop();
      if (hop === undefined) break;
      ip = readIp(hop) ?? UNREADABLE;
    }
    return ip;
  };
}
