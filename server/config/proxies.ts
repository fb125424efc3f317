import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** Whether a text is an IP, or a range like `10.0.0.0/8`. */
function isProxy(text: string): boolean {
  const [, ip = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const family = isIP(ip);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

export const proxiesSchema = z
  .string()
  .default('')
  .refine(
    (list) => list.split(',').filter(Boolean).every(isProxy),
    'must be IPs or ranges like 10.0.0.0/8, separated by commas',
  );

/** Bits of a network; fewer are addresses of more than one organization. */
const BITS_MIN = { ipv4: 8, ipv6: 16 } as const;
/** The network of IPv4 addresses in IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED = '::ffff:0:0';
const MAPPED_BITS = 96;

interface Network {
  readonly family: keyof typeof BITS_MIN;
  readonly bits: number;
}

function holds(network: string, bits: number, ip: string): boolean {
  const list = new BlockList();
  list.addSubnet(network, bits, 'ipv6');
  return list.check(ip, 'ipv6');
}

function networkOf(text: string): Network {
  const [ip = '', prefix] = text.trim().split('/');
  if (isIP(ip) === 4) return { family: 'ipv4', bits: Number(prefix ?? 32) };
  const bits = Number(prefix ?? 128);
  // Inside the network of mapped addresses, or around it.
  const isMapped = holds(MAPPED, MAPPED_BITS, ip) || holds(ip, bits, MAPPED);
  return isMapped ? { family: 'ipv4', bits: Math.max(0, bits - MAPPED_BITS) } : { family: 'ipv6', bits };
}

/** Whether a network, or all of one family together, is larger than one organization has. */
export function nameStrangers(networks: readonly string[]): boolean {
  const sizes = { ipv4: 0, ipv6: 0 };
  for (const { family, bits } of networks.map(networkOf)) {
    if (bits < BITS_MIN[family]) return true;
    sizes[family] += 2 ** (BITS_MIN[family] - bits);
  }
  return Object.values(sizes).some((size) => size > NETWORKS_MAX);
}

/** How many of the largest allowed networks all proxies together may have. */
const NETWORKS_MAX = 8;
