import { BlockList, isIP } from 'node:net';

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
    const ip = plain(given);
    return isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Without the prefix of an IPv4 address on a dual-stack socket. */
const plain = (ip: string | undefined): string => (ip ?? '').replace(/^::ffff:/, '');

/** The client's IP. `x-forwarded-for` counts only when the peer is a trusted proxy. */
export function createClientIpReader(trusted: readonly string[]) {
  const isTrusted = createTrust(trusted);
  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let ip = plain(peer) || 'unknown';
    const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
    while (isTrusted(ip)) {
      const hop = hops.pop();
      if (!hop || isIP(hop) === 0) break;
      ip = hop;
    }
    return ip;
  };
}
