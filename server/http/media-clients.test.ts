import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { nameMediaClients } from './media-clients.ts';

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
