import { BlockList, isIP } from 'node:net';

/** Whether an address is on the operator's list, whose entries are addresses or networks (`10.0.0.0/8`). */
export function createTrust(trusted: readonly string[]): (address: string | undefined) => boolean {
  // Asked for every page: nobody to believe is the quickest answer.
  if (trusted.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.trim().split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (given) => {
    const address = plain(given);
    return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** An IPv4 address as a socket that speaks both says it. */
const plain = (address: string | undefined): string => (address ?? '').replace(/^::ffff:/, '');

/**
 * The client's address. Only a peer on the operator's list is believed when it says on whose behalf it calls.
 */
export function createClientIpReader(trusted: readonly string[]) {
  const isTrusted = createTrust(trusted);
  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let address = plain(peer) || 'unknown';
    const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
    while (isTrusted(address)) {
      const hop = hops.pop();
      if (!hop || isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}
