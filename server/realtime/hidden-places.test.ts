import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { performers } from '#server/performers/tables.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { callOver, type TestSocket } from '#server/testing/test-server.ts';

const places = new Map([
  ['192.0.2.1', { country: 'NL', region: null }],
  ['192.0.2.2', { country: 'DE', region: null }],
  ['192.0.2.3', { country: 'DE', region: 'BY' }],
  ['192.0.2.4', { country: 'US', region: 'TX' }],
  ['192.0.2.5', { country: 'US', region: 'NV' }],
]);
const server = serveTestApp({
  environment: { TRUSTED_PROXIES: '127.0.0.1' },
  change: () => ({ geo: { locationOf: (ip) => places.get(ip) ?? unknownLocation } }),
});

it('pushes a status to nobody in the places that a performer hides from', async () => {
  const [vera, yara, anna] = [await aPerformer(server), await aPerformer(server), await aMember(server)];
  const hiddenIn = ['DE', 'US-TX'];
  await server.deps.db.update(performers).set({ hiddenIn }).where(eq(performers.id, vera.id));
  const at = (forwardedFor: string, more = {}) => server.connect({ forwardedFor, ...more });
  const later = at('192.0.2.2');
  const sockets = new Map<string, TestSocket>([
    ['an unknown place', at('203.0.113.9')],
    ['the Netherlands', at('192.0.2.1')],
    ['Germany', at('192.0.2.2')],
    ['Bavaria', at('192.0.2.3')],
    ['Texas', at('192.0.2.4')],
    ['Nevada', at('192.0.2.5')],
    ['a place that cannot be read', at('nonsense')],
    ['Germany, without the key', at('192.0.2.2', { apiKey: null })],
    ['Germany, logged in since', later],
    ['Germany, herself', at('192.0.2.2', { token: vera.token, auth: { studio: true } })],
  ]);
  const heard = new Map<string, string[]>();
  for (const [name, socket] of sockets) {
    heard.set(name, []);
    socket.on('performer-status', ({ username }) => void heard.get(name)?.push(username));
    await expect.poll(() => socket.connected).toBe(true);
  }
  const logIn = { method: 'GET', url: '/api/member/credits', data: { token: anna.token } } as const;
  expect(await callOver(later, logIn)).toMatchObject({ status: 200 });
  await storeStatus(server.deps, vera.id, onlineStatus.free);
  await storeStatus(server.deps, yara.id, onlineStatus.free);
  // Pushes arrive in order: once Yara's is there, Vera's would be too.
  await expect.poll(() => [...heard.values()].every((names) => names.includes(yara.username))).toBe(true);
  const knowing = [...heard].filter(([, names]) => names.includes(vera.username)).map(([name]) => name);
  expect(knowing).toEqual(['an unknown place', 'the Netherlands', 'Nevada', 'Germany, herself']);
});
