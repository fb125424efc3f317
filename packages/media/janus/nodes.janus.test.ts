import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type OwnJanus, startOwnJanus } from '../testing/janus/own-janus.ts';
import { askJanus } from '../testing/janus/player.ts';
import { openJanus } from './testing.ts';

type Node = Awaited<ReturnType<typeof openJanus>>;

let janus: OwnJanus;
beforeAll(async () => {
  janus = await startOwnJanus();
});
afterAll(() => janus.remove());

vi.setConfig({ testTimeout: 60_000 });

const nodes: Node[] = [];
const sending: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of sending.splice(0)) clearInterval(timer);
  for (const node of nodes.splice(0)) await node.close();
});

const patience = { timeout: 10_000, interval: 50 };

async function open(redis: Redis | null = null): Promise<Node> {
  const node = await openJanus(janus, { redis });
  nodes.push(node);
  return node;
}

/** Publishes until the end of the test. */
async function broadcast({ gateway, publish }: Node, payload?: Buffer) {
  const encoder = await publish(await gateway.publishTarget('lounge', 'publisher-1'));
  sending.push(setInterval(() => encoder.send(payload), 20));
  return encoder;
}

test('counts no delivery while Janus is dead and continues when it is back', async () => {
  const node = await open();
  const { gateway } = node;
  await broadcast(node);
  await node.play(await gateway.playTarget('lounge', 'anna'));
  await expect.poll(() => gateway.viewer('anna')?.deliveredMs, patience).toBeGreaterThan(1000);
  await janus.kill();
  await expect.poll(() => gateway.room('lounge').publishing, patience).toBe(false);
  await expect.poll(() => gateway.viewer('anna')?.connected, patience).toBe(false);
  const { deliveredMs = 0 } = gateway.viewer('anna') ?? {};
  await janus.start();
  // Encoders wait between two attempts, too.
  await vi.waitFor(() => broadcast(node), { timeout: 20_000, interval: 2000 });
  await node.play(await gateway.playTarget('lounge', 'anna'));
  await expect.poll(() => gateway.viewer('anna')?.deliveredMs, patience).toBeGreaterThan(deliveredMs + 500);
});

test('ends a view at once when its publisher is replaced', async () => {
  const node = await open();
  await broadcast(node);
  const player = await node.play(await node.gateway.playTarget('lounge', 'anna'));
  await broadcast(node);
  await expect.poll(() => player.ended, patience).toBe('hangup');
  const again = await node.play(await node.gateway.playTarget('lounge', 'anna'));
  await expect.poll(() => again.packets, patience).toBeGreaterThan(3);
});

test('players can only watch one room with a token', async () => {
  const { origin } = await open();
  const url = `${origin.replace('http', 'ws')}/media/janus`;
  const message = (body: object) => ({ janus: 'message', body });
  for (const request of [
    message({ request: 'list' }),
    message({ request: 'create', room: 7 }),
    message({ request: 'join', ptype: 'publisher', room: 'lounge', token: 'any' }),
    { janus: 'attach', plugin: 'janus.plugin.echotest' },
    { janus: 'claim' },
  ])
    await expect(askJanus(url, request)).rejects.toThrow('Not for players');
  const join = message({ request: 'join', ptype: 'subscriber', room: 'lounge', token: 'any' });
  await expect(askJanus(url, join)).rejects.toThrow('The token is not valid for this room');
});

test('returns a room’s picture from a key frame that Janus forwards', async () => {
  const node = await open();
  // A key frame of one packet (RFC 7741): descriptor with the start bit, then the frame's own start code and size.
  const frame = Buffer.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00]);
  const payload = Buffer.concat([Buffer.from([0x10]), frame]);
  await broadcast(node, payload);
  await expect.poll(() => node.gateway.room('lounge').packetsIn, patience).toBeGreaterThan(0);
  const picture = await node.gateway.picture('lounge', 'large');
  expect(picture?.subarray(0, 4).toString()).toBe('RIFF');
  expect(picture?.subarray(20)).toEqual(frame);
});

const redisUrl = process.env['TEST_REDIS_URL'];
if (redisUrl)
  test('two nodes report the same counts, and each can end the other’s sessions', async () => {
    const clients = [1, 2].map(() => new Redis(redisUrl, { keyPrefix: `${janus.config.url}:` }));
    const [first, second] = [await open(clients[0]), await open(clients[1])];
    await broadcast(first);
    const config = await first.gateway.playTarget('lounge', 'anna');
    await expect.poll(() => second.gateway.room('lounge').publishing, patience).toBe(true);
    await second.play(config);
    await expect.poll(() => second.gateway.viewer('anna')?.deliveredMs, patience).toBeGreaterThan(1000);
    const [one, other] = [first, second].map(({ gateway }) => gateway.viewer('anna')?.deliveredMs ?? 0);
    expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThan(1000);
    first.gateway.drop('anna');
    await expect.poll(() => second.gateway.viewer('anna')?.connected, patience).toBe(false);
    await expect(second.play(config)).rejects.toThrow();
    second.gateway.closeRoom('lounge');
    await expect.poll(() => first.gateway.room('lounge').publishing, patience).toBe(false);
    for (const node of nodes.splice(0)) await node.close();
    for (const client of clients) client.disconnect();
  });
