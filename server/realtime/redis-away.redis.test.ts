import { once } from 'node:events';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { register } from '#contract/member/account/account-calls.ts';
import { openRedis, type RedisClients } from '#server/boot/open-redis.ts';
import { createLimits } from '#server/calls/limits.ts';
import { limitRules } from '#server/ports/limits.ts';
import { makeMember } from '#server/testing/make.ts';
import { type OwnRedis, startOwnRedis } from '#server/testing/own-redis.ts';
import { callApp, tokenFor } from '#server/testing/test-app.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';
import { nextPush, type TestSocket } from '#server/testing/test-server.ts';

let redis: OwnRedis;
let lines: string[];
const nodes: { clients: RedisClients; server: TestRoot }[] = [];

beforeAll(async () => {
  redis = await startOwnRedis();
  lines = [];
  for (let number = 0; number < 2; number += 1) {
    const clients = openRedis(
      redis.url,
      pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    );
    const server = await startTestRoot({
      redis: clients,
      change: () => ({ limits: createLimits(clients.limits) }),
    });
    nodes.push({ clients, server });
  }
  await callApp(first(), register, account);
});
afterAll(async () => {
  for (const { clients, server } of nodes) {
    await server.close();
    await clients.close();
  }
  await redis.stop();
});
beforeEach(() => expect.poll(stateOf, { timeout: 10_000 }).toBe('ok'));

const first = () => nodes[0]?.server as TestRoot;
const second = () => nodes[1]?.server as TestRoot;
const account = { email: 'redis@example.com', password: 'Plein-1617' };

async function stateOf(): Promise<string> {
  const answer = await fetch(`${first().url}/readyz`);
  const body = (await answer.json()) as { redis: string };
  expect(answer.status).toBe(200);
  return body.redis;
}

/** A member connected to a node. */
async function someone(server: TestRoot): Promise<{ member: number; socket: TestSocket }> {
  const member = await makeMember(server.deps);
  const token = await tokenFor(server.deps, 'member', member);
  const socket: TestSocket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { 'api-key': 'vonk-web', token },
  });
  await once(socket as never, 'connect');
  await socket.timeout(5000).emitWithAck('call', { method: 'GET', url: '/api/member/credits' });
  return { member, socket };
}

/** What a visitor may do while Redis is away. */
async function goesOn(): Promise<void> {
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('away');
  const metrics = await (await fetch(`${first().url}/metrics`)).text();
  expect(metrics).toContain('vonk_part_up{part="redis"} 0');
  const answer = await fetch(`${first().url}/api/member/login`, {
    method: 'POST',
    headers: { 'api-key': 'vonk-web', 'content-type': 'application/json' },
    body: JSON.stringify({ username: account.email, password: account.password }),
    signal: AbortSignal.timeout(5000),
  });
  expect(answer.status).toBe(200);
  const { member, socket } = await someone(first());
  const pushed = nextPush(socket, 'updated-credits');
  first().deps.push.toMember(member, 'updated-credits', { credits: 7 });
  expect(await pushed).toEqual({ credits: 7 });
  socket.disconnect();
}

/** A single node still enforces a limit. */
async function stillLimits(): Promise<void> {
  const { limits } = first().deps;
  const key = crypto.randomUUID();
  for (let taken = 0; taken < limitRules.recovery.points; taken += 1) await limits.take('recovery', key);
  await expect(limits.take('recovery', key)).rejects.toThrow('badRequest.tooMany');
  await limits.clear('recovery', key);
  await limits.take('recovery', key);
}

/** A push of one node reaches a member of the other. */
async function bringsPushes(): Promise<void> {
  const { member, socket } = await someone(second());
  let heard = 0;
  socket.on('updated-credits', () => {
    heard += 1;
  });
  await expect
    .poll(
      () => {
        first().deps.push.toMember(member, 'updated-credits', { credits: 8 });
        return heard;
      },
      { timeout: 15_000, interval: 300 },
    )
    .toBeGreaterThan(0);
  socket.disconnect();
}

it('delivers pushes between nodes while Redis works', bringsPushes);

it('does not wait for a stopped Redis, and uses it again once it is back', { timeout: 60_000 }, async () => {
  await redis.stop();
  await goesOn();
  await stillLimits();
  await redis.start();
  await expect.poll(stateOf, { timeout: 15_000 }).toBe('ok');
  await bringsPushes();
});

it('does not wait for a Redis that does not answer', { timeout: 60_000 }, async () => {
  redis.freeze();
  await goesOn();
  await stillLimits();
  redis.thaw();
  await expect.poll(stateOf, { timeout: 15_000 }).toBe('ok');
  await bringsPushes();
});

it('logs each outage and recovery once, not every attempt', () => {
  const [away, back] = ['Redis does not answer', 'Redis answers again'].map(
    (text) => lines.filter((line) => line.includes(text)).length,
  );
  expect(away).toBeLessThanOrEqual(4);
  expect(back).toBe(away);
  expect(away).toBeGreaterThan(0);
});

it('can start and close a node while Redis does not answer', { timeout: 60_000 }, async () => {
  redis.freeze();
  const clients = openRedis(redis.url, pino({ level: 'silent' }));
  const server = await startTestRoot({ redis: clients });
  void clients.pushes.publish('as the adapter does', 'without a catch');
  // Vitest fails the run on an unhandled rejection.
  await server.close();
  await clients.close();
  redis.thaw();
});

it('can start a node while Redis is away', { timeout: 60_000 }, async () => {
  await redis.stop();
  const clients = openRedis(redis.url, pino({ level: 'silent' }));
  await createLimits(clients.limits).take('login', 'somebody');
  await clients.close();
  await redis.start();
});
