import { expect, it } from 'vitest';
import { createClientIpReader } from './client-ip.ts';

const proxied = createClientIpReader(['10.0.0.0/8', '::1']);

it.each([
  ['a stranger is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy is', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [
    'the last address that is not a trusted proxy counts',
    '10.1.2.3',
    '6.6.6.6, 198.51.100.1, 10.9.9.9',
    '198.51.100.1',
  ],
  ['what is no address is left alone', '10.1.2.3', 'localhost', '10.1.2.3'],
  ['an IPv4 address in IPv6 clothes is the same', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['an IPv6 proxy is trusted too', '::1', '2001:db8::7', '2001:db8::7'],
  ['without the header it is the peer', '10.1.2.3', undefined, '10.1.2.3'],
] as const)('%s', (_, peer, forwarded, expected) => {
  expect(proxied(peer, forwarded)).toBe(expected);
});

it('says unknown where there is no peer', () => {
  expect(proxied(undefined, '198.51.100.1')).toBe('unknown');
});
