import { BlockList, isIP } from 'node:net';

/** whether an IP is on the operator's list, whose entries are addresses or networks (`10.0.0.0/8`). */
export function createTrust(trusted: readonly string[]): (ip: string | undefined) => boolean {
  // Asked for every page: nobody to believe is the quickest answer.
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

/** An IPv4 ip as a socket that speaks both says it. */
const plain = (ip: string | undefined): string => (ip ?? '').replace(/^::ffff:/, '');

/**
 * The client's ip. Only a peer on the operator's list is believed when it says on whose behalf it calls.
 */
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
