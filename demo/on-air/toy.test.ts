import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import { request } from './studio.ts';
import { bridgeToy, type ToyBridge, type ToyRunNow } from './toy.ts';

let server: TestServer;
let vera: TestPerformer;
let anna: TestMember;
let bridge: ToyBridge;
let sweeping: NodeJS.Timeout;
/** Resolves when the current sweep has ended. */
let swept: Promise<void>;
let fails: boolean;
/** Commands to the device, with their times. */
let commands: { does: ToyRunNow | 'halt'; at: number }[];

beforeAll(async () => {
  server = await startTestServer({ change: () => ({ now: () => new Date() }) });
});
afterAll(() => server.close());

const toy = async () => (await callApp(server, readRoom, {}, bearer(vera.token))).toy;

/** The product with its sweep, and the bridge of a performer in free chat. */
beforeEach(async () => {
  commands = [];
  fails = false;
  vera = await aPerformer(server, onlineStatus.free);
  anna = await aMember(server, 10_000);
  swept = Promise.resolve();
  sweeping = setInterval(() => {
    swept = swept.then(() => sweepToys(server.deps));
  }, 250);
  const { token, id } = vera;
  bridge = bridgeToy({
    url: server.url,
    studio: {
      apiKey: server.deps.config.apiKey,
      token,
      performerId: id,
      call: (endpoint, input) =>
        request({ url: server.url, apiKey: server.deps.config.apiKey }, endpoint, { input, token }),
    },
    device: {
      play: async (run) => {
        if (fails) throw new Error('no battery');
        commands.push({ does: run, at: Date.now() });
      },
      halt: () => commands.push({ does: 'halt', at: Date.now() }),
    },
    log: () => undefined,
  });
  await expect.poll(async () => (await toy()).active).toBe(true);
  commands = [];
});
afterEach(async () => {
  bridge.leave();
  clearInterval(sweeping);
  await swept;
});

async function tip(amount: number): Promise<void> {
  const chat = await join(server, anna.caller, vera);
  const data = tipDataSchema.parse({ amount });
  const clientId = server.deps.newId();
  await sendTip(server.deps, anna.caller, {
    action: 'tip',
    recipient: 'host',
    auth: chat.auth(),
    clientId,
    data,
  });
}
const played = () => expect.poll(() => commands.at(-1)?.does).toMatchObject({ level: expect.any(String) });
const halted = (timeout = 5000) => expect.poll(() => commands.at(-1)?.does, { timeout }).toBe('halt');

describe('L4.40 the bridge of a toy', { timeout: 30_000 }, () => {
  it('is on while its performer is visible, and again after a pause', async () => {
    const set = (status: 9 | 3) => callApp(server, setStatus, { onlineStatus: status }, bearer(vera.token));
    await set(onlineStatus.paused);
    expect((await toy()).active).toBe(false);
    await set(onlineStatus.free);
    await expect.poll(async () => (await toy()).active).toBe(true);
  });

  it('plays a tip for its seconds, and reports how long it played', async () => {
    await tip(100);
    await played();
    expect(commands[0]?.does).toEqual({ level: 'low', intensity: 2, seconds: 5, from: expect.any(String) });
    await halted(8000);
    const ms = (commands.at(-1)?.at ?? 0) - (commands[0]?.at ?? 0);
    expect(ms).toBeGreaterThan(4500);
    expect(ms).toBeLessThan(5500);
    await expect.poll(async () => (await toy()).playing).toBeNull();
    // Heartbeats have kept it running longer than the silence that would have ended it.
    expect((await toy()).active).toBe(true);
  });

  it('stops at STOP, long before the run is over, and plays no waiting run', async () => {
    await tip(500);
    await played();
    const run = commands.at(-1);
    const seconds = run && run.does !== 'halt' ? run.does.seconds : 0;
    await callApp(server, stopToy, {}, bearer(vera.token));
    await halted();
    expect((commands.at(-1)?.at ?? Number.POSITIVE_INFINITY) - (run?.at ?? 0)).toBeLessThan(seconds * 500);
    expect(await toy()).toMatchObject({ active: false, playing: null, waiting: [] });
  });

  it('applies the ceiling while it plays', async () => {
    await tip(2500);
    await played();
    await callApp(server, setToy, { active: true, ceiling: 7 }, bearer(vera.token));
    await expect.poll(() => commands.at(-1)?.does).toMatchObject({ level: 'extreme', intensity: 7 });
  });

  it('stops when its connection is lost; the run is over, and is not played after the reconnect', async () => {
    await tip(500);
    await played();
    server.cutLines();
    await halted();
    await expect.poll(() => toy()).toMatchObject({ active: true, playing: null });
    // Once the bridge is heard again, tips move the toy.
    const bram = async () => {
      anna = await aMember(server, 1000);
      await tip(100);
      const { playing, waiting } = await toy();
      expect(playing ?? waiting[0]).toBeDefined();
    };
    await vi.waitFor(bram, { timeout: 10_000, interval: 300 });
    await expect.poll(() => commands.at(-1)?.does).toMatchObject({ level: 'low' });
    expect(commands.filter(({ does }) => does !== 'halt' && does.level === 'medium')).toHaveLength(1);
  });

  it('reports that its device failed, which switches the toy off', async () => {
    fails = true;
    await tip(500);
    await expect.poll(async () => (await toy()).active).toBe(false);
  });
});
