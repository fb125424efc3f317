import { BlockList, isIP } from 'node:net';
import { Hono } from 'hono';
import { networkOf } from '#server/identity/client.ts';

/** Replaces an IP if a trusted proxy named the client in an unreadable way. */
export const UNREADABLE = 'unreadable';

/**
 * Normalizes an IP for comparing, look-ups and counting: no quotes, brackets, port or zone; IPv6 in short form; IPv4
 * also if mapped into IPv6. Null if the text is not an IP.
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

/** Bytes of a 16-bit group in hexadecimal. */
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
  return (value) => {
    const ip = readIp(value ?? '');
    return ip !== null && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The client's IP: the peer's, or the last one in `x-forwarded-for` that is not a trusted proxy. UNREADABLE if that
 * entry is not an IP: the entries before it could be forged. `unknown` without a peer.
 */
export function createClientIpReader(trusted: readonly string[]) {
  const isTrusted = createTrust(trusted);
  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let ip = readIp(peer ?? '') ?? 'unknown';
    if (!isTrusted(ip)) return ip;
    // Empty list elements are ignored (RFC 9110, 5.6.1).
    const hops = (forwardedFor ?? '').split(',').filter((hop) => hop.trim() !== '');
    while (isTrusted(ip)) {
      const hop = hops.pop();
      if (hop === undefined) break;
      ip = readIp(hop) ?? UNREADABLE;
    }
    return ip;
  };
}

/** Gives the media server the client's IP, also behind the operator's proxies: it limits guesses by IP. */
export function nameMediaClients(trustedProxies: readonly string[]): Hono {
  const clientIpOf = createClientIpReader(trustedProxies);
  return new Hono().use(async (c, next) => {
    const peer = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming
      ?.socket;
    c.set('mediaClient', networkOf(clientIpOf(peer?.remoteAddress, c.req.header('x-forwarded-for'))));
    await next();
  });
}
