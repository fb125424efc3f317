import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { openRedis, type RedisClients } from '#server/boot/open-redis.ts';
import { createLimits } from '#server/calls/limits.ts';
import { limitRules } from '#server/ports/limits.ts';
import { makeMember } from '#server/testing/make.ts';
import { tokenFor } from '#server/testing/test-app.ts';
import { nextPush, startTestServer, type TestServer, type TestSocket } from '#server/testing/test-server.ts';

const url = process.env['TEST_REDIS_URL'] ?? '';
const opened: RedisClients[] = [];
const openClients = async (): Promise<RedisClients> => {
  const clients = openRedis(url, pino({ level: 'silent' }));
  opened.push(clients);
  await Promise.all([once(clients.limits, 'ready'), once(clients.pushes, 'ready')]);
  return clients;
};

const GERMAN_IP = '192.0.2.2';

let here: TestServer;
let there: TestServer;

beforeAll(async () => {
  const inGermany = { country: 'DE', region: null };
  const node = async () =>
    startTestServer({
      redis: (await openClients()).pushes,
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
      change: () => ({ geo: { locationOf: (ip) => (ip === GERMAN_IP ? inGermany : unknownLocation) } }),
    });
  here = await node();
  there = await node();
});
afterAll(async () => {
  await here.close();
  await there.close();
  for (const clients of opened) await clients.close();
});

/** A member connected to the second node. */
async function someoneThere(): Promise<{ member: number; session: string; socket: TestSocket }> {
  const member = await makeMember(there.deps);
  const token = await tokenFor(there.deps, 'member', member);
  const socket = there.connect({ token });
  await once(socket as never, 'connect');
  // The rooms are entered before the first call is answered.
  const answer = await socket
    .timeout(5000)
    .emitWithAck('call', { method: 'GET', url: '/api/member/credits' });
  expect(answer).toMatchObject({ status: 200 });
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  return { member, session: claims.sid, socket };
}

it('delivers a push of one node to a member connected to another', async () => {
  const { member, socket } = await someoneThere();
  const pushed = nextPush(socket, 'updated-credits');
  here.deps.push.toMember(member, 'updated-credits', { credits: 321 });
  expect(await pushed).toEqual({ credits: 321 });
});

it('leaves out visitors of a hidden place who are connected to another node', async () => {
  const [german, other] = [there.connect({ forwardedFor: GERMAN_IP }), there.connect()];
  await Promise.all([german, other].map((socket) => once(socket as never, 'connect')));
  const pushed = Promise.all([german, other].map((socket) => nextPush(socket, 'performer-status')));
  const status = { user: 1, username: 'Vera', onlineStatus: onlineStatus.free };
  here.deps.push.toEveryone('performer-status', status, ['DE']);
  here.deps.push.toEveryone('performer-status', { ...status, username: 'Yara' });
  expect((await pushed).map(({ username }) => username)).toEqual(['Yara', 'Vera']);
});

it('delivers a push made while the connection to Redis is replaced', async () => {
  const { member, socket } = await someoneThere();
  const pushed = nextPush(socket, 'updated-credits');
  const replaced = new Promise((resolve) => opened[0]?.pushes.once('close', resolve));
  // Nothing is read meanwhile, so an unanswered command looks like a dead connection.
  here.deps.push.toMember(member + 1, 'updated-credits', { credits: 1 });
  const frozenUntil = performance.now() + 1200;
  while (performance.now() < frozenUntil);
  await replaced;
  here.deps.push.toMember(member, 'updated-credits', { credits: 321 });
  expect(await pushed).toEqual({ credits: 321 });
}, 10_000);

it('receives what was pushed between two reads', async () => {
  const { pushes } = await openClients();
  const stream = `stream-${randomUUID()}`;
  const reader = pushes.duplicate();
  const ask = (from: string) => reader.xread('BLOCK', 10, 'STREAMS', stream, from);
  expect(await ask('$')).toBeNull();
  const id = await pushes.xadd(stream, '*', 'nsp', '/');
  expect(await ask('$')).toEqual([[stream, [[id, ['nsp', '/']]]]]);
  expect(await ask(String(id))).toBeNull();
  await pushes.del(stream);
  reader.disconnect();
});

it('ends a session on every node within two seconds', async () => {
  const { session, socket } = await someoneThere();
  const cut = once(socket as never, 'disconnect');
  const started = performance.now();
  here.deps.push.endSession(session);
  await cut;
  expect(performance.now() - started).toBeLessThan(2000);
});

it('counts a limit across all nodes', async () => {
  const [first, second] = [
    createLimits((await openClients()).limits),
    createLimits((await openClients()).limits),
  ];
  const key = randomUUID();
  const { points } = limitRules['chat-message'];
  for (let taken = 0; taken < points; taken += 1)
    await (taken % 2 === 0 ? first : second).take('chat-message', key);
  await expect(second.take('chat-message', key)).rejects.toThrow('badRequest.tooMany');
  await expect(first.take('chat-message', key)).rejects.toThrow('badRequest.tooMany');
});
