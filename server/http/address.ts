import { BlockList, isIP } from 'node:net';

/**
 * The client's address. Only a peer on the operator's list is believed when it says on whose behalf it calls;
 * a list entry is an address or a network (`10.0.0.0/8`).
 */
export function createAddressReader(trusted: readonly string[]) {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.trim().split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let address = (peer ?? '').replace(/^::ffff:/, '') || 'unknown';
    const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
    while (isTrusted(address)) {
      const hop = hops.pop();
      if (!hop || isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}
