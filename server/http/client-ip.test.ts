import fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, it, test } from 'vitest';
import { createClientIpReader, nameMediaClients, readIp, UNREADABLE } from './client-ip.ts';

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
  ['what is no address hides the client', '10.1.2.3', 'localhost', UNREADABLE],
  ['nor is the one before it believed', '10.1.2.3', '198.51.100.1, unknown', UNREADABLE],
  ['an obfuscated hop behind a trusted one hides it too', '10.1.2.3', '_hidden, 10.9.9.9', UNREADABLE],
  ['a number too large is no address', '10.1.2.3', '198.51.100.256', UNREADABLE],
  ['nor is a port without one', '10.1.2.3', ':1234', UNREADABLE],
  ['a comma at the end adds no hop', '10.1.2.3', '198.51.100.1, ', '198.51.100.1'],
  ['a stranger’s unreadable header is not read', '203.0.113.9', 'unknown', '203.0.113.9'],
  ['an IPv4 address in IPv6 clothes is the same', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['an IPv6 proxy is trusted too', '::1', '2001:db8::7', '2001:db8::7'],
  ['without the header it is the peer', '10.1.2.3', undefined, '10.1.2.3'],
] as const)('%s', (_, peer, forwarded, expected) => {
  expect(proxied(peer, forwarded)).toBe(expected);
});

it('returns unknown without a peer', () => {
  expect(proxied(undefined, '198.51.100.1')).toBe('unknown');
});

/** IPv4 in the forms a proxy may use. */
const dressesOf4 = (ip: string, port: number): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    ip,
    ` ${ip}\t`,
    `"${ip}"`,
    `${ip}:${port}`,
    `::ffff:${ip}`,
    `::FFFF:${ip}`,
    `0:0:0:0:0:ffff:${ip}`,
    `::ffff:${hex}`,
    `[::ffff:${ip}]`,
    `[::ffff:${hex}]:${port}`,
    `::ffff:${ip}%eth0`,
  ];
};
const dressesOf6 = (ip: string, port: number): string[] => [
  ip,
  ip.toUpperCase(),
  `[${ip}]`,
  `"[${ip}]:${port}"`,
  `[${ip}%eth0]:${port}`,
  ` ${ip}%2 `,
];
const aPort = fc.nat(65_535);
const aClient = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .filter((ip) => !/^(10\.|::1$|::ffff:)/i.test(readIp(ip) ?? ''));

describe('with any header of a trusted proxy', () => {
  it('reads an IPv4 address the same in every form', () => {
    fc.assert(
      fc.property(fc.ipV4(), aPort, (ip, port) => {
        for (const dressed of dressesOf4(ip, port)) expect(readIp(dressed), dressed).toBe(ip);
      }),
    );
  });

  it('reads an IPv6 address the same in every form', () => {
    fc.assert(
      fc.property(fc.ipV6(), aPort, (ip, port) => {
        const read = readIp(ip);
        expect(read).not.toBeNull();
        for (const dressed of dressesOf6(ip, port)) expect(readIp(dressed), dressed).toBe(read);
        expect(readIp(read ?? '')).toBe(read);
      }),
    );
  });

  it('takes the last hop that is not a trusted proxy, whatever precedes it', () => {
    fc.assert(
      fc.property(
        fc.string(),
        aClient,
        fc.array(fc.constantFrom('10.0.0.7', '[::1]:80')),
        (before, ip, after) => {
          expect(proxied('10.1.2.3', [before, ip, ...after].join(', '))).toBe(readIp(ip));
        },
      ),
    );
  });

  it('never takes an unreadable hop for the proxy, and ignores what precedes it', () => {
    const noIp = fc.string({ minLength: 1 }).filter((text) => {
      return !text.includes(',') && text.trim() !== '' && readIp(text) === null;
    });
    fc.assert(
      fc.property(fc.ipV4(), noIp, (before, text) => {
        expect(proxied('10.1.2.3', `${before}, ${text}`)).toBe(UNREADABLE);
      }),
    );
  });
});

const seen = new Hono().get('/', (c) => c.text(c.get('mediaClient') ?? 'nobody'));

const ask = async (peer: string, forwardedFor: string) => {
  const routes = nameMediaClients(['10.0.0.0/8']).route('/', seen);
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await routes.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } })).text();
};

test('uses the IP sent by a trusted proxy, and ignores one sent by anyone else', async () => {
  expect(await ask('10.1.2.3', '203.0.113.7')).toBe('203.0.113.7');
  expect(await ask('198.51.100.4', '203.0.113.7')).toBe('198.51.100.4');
});

test('identifies an IPv6 client by its network, because it has many addresses there', async () => {
  expect(await ask('2001:db8:1:2:3:4:5:6', '')).toBe('2001:db8:1:2::/64');
});
