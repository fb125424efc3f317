import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToyLevelPush } from '#contract/chat/toy-calls.ts';
import type { PageSocket } from '../../api/socket/socket.ts';
import { linkDevice } from './device-link.ts';
import { connectIntiface, type IntifaceBridge, motorValue } from './intiface-bridge.ts';
import { startIntiface, type TestIntiface } from './testing.ts';

let intiface: TestIntiface;
let bridge: IntifaceBridge;
const onFailed = vi.fn();

const vibrating = { Vibrate: { Value: [0, 20] as [number, number] } };

async function connect(): Promise<void> {
  bridge = await connectIntiface(intiface.address);
  bridge.onFailed(onFailed);
}
const names = () => bridge.$intiface.get().devices;

beforeEach(async () => {
  onFailed.mockClear();
  intiface = await startIntiface();
});
afterEach(() => {
  bridge?.close();
  intiface.stop();
  vi.unstubAllGlobals();
});

it('lists devices that were there, and those it finds', async () => {
  intiface.add(0, 'Rose', vibrating);
  await connect();
  expect(names()).toEqual(['Rose']);
  intiface.add(3, 'Wave', vibrating);
  intiface.add(4, 'Lamp', { Led: { Value: [0, 9] } });
  await expect.poll(() => names()).toEqual(['Rose', 'Wave']);
  expect(intiface.log).toContain('StartScanning');
});

it('moves all devices together, each on its own scale', async () => {
  intiface.add(0, 'Rose', vibrating, { Vibrate: { Value: [0, 100] } });
  intiface.add(1, 'Wave', { Rotate: { Value: [-10, 10] } }, { Temperature: { Value: [0, 5] } });
  intiface.add(2, 'Piston', { Oscillate: { Value: [0, 4] }, Position: { Value: [0, 99] } });
  await connect();
  await bridge.move(50);
  const moves = intiface.log.filter((entry) => entry.includes(' '));
  expect(moves).toEqual(['0.0 Vibrate 10', '0.1 Vibrate 50', '1.0 Rotate 5', '2.0 Oscillate 2']);
});

it.each([
  [100, 20, 20],
  [50, 20, 10],
  [49, 20, 9],
  [2, 20, 1],
  [2, 100, 2],
])('%i %% of a motor with %i speeds is %i', (intensity, max, value) =>
  expect(motorValue(intensity, max)).toBe(value),
);

it('stops at once, after a movement that is not confirmed yet', async () => {
  intiface.add(0, 'Rose', vibrating);
  await connect();
  intiface.ignored.add('OutputCmd');
  bridge.move(20).catch(() => undefined);
  await bridge.move(0);
  expect(intiface.log.slice(-2)).toEqual(['0.0 Vibrate 4', 'StopCmd']);
});

it('stops the devices before it disconnects', async () => {
  intiface.add(0, 'Rose', vibrating);
  await connect();
  await bridge.move(20);
  bridge.close();
  await expect.poll(() => intiface.log.at(-1)).toBe('closed');
  expect(intiface.log).toContain('StopCmd');
  expect(onFailed).not.toHaveBeenCalled();
});

it('fails without a device, and if a device refuses', async () => {
  await connect();
  expect(bridge.$isReady.get()).toBe(false);
  await expect(bridge.move(20)).rejects.toThrow('none');
  intiface.add(0, 'Rose', vibrating);
  await expect.poll(() => bridge.$isReady.get()).toBe(true);
  intiface.failing.add('OutputCmd');
  await expect(bridge.move(20)).rejects.toThrow('refused');
});

it('reports a device that leaves, but not one that cannot move', async () => {
  intiface.add(0, 'Rose', vibrating);
  intiface.add(1, 'Lamp', { Led: { Value: [0, 9] } });
  await connect();
  intiface.remove(1);
  intiface.remove(0);
  await expect.poll(() => names()).toEqual([]);
  expect(onFailed.mock.calls).toEqual([['gone']]);
});

it('reports a connection that closes', async () => {
  intiface.add(0, 'Rose', vibrating);
  await connect();
  intiface.hangUp();
  await expect.poll(() => onFailed.mock.calls).toEqual([['closed']]);
  expect(bridge.$intiface.get()).toEqual({ isConnected: false, isSearching: false, devices: [] });
  await expect(bridge.move(20)).rejects.toThrow('none');
});

it('reports a movement that is not confirmed, and once a stop that is not', async () => {
  intiface.add(0, 'Rose', vibrating);
  await connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  intiface.ignored.add('OutputCmd').add('StopCmd');
  const results = Promise.allSettled([bridge.move(20), bridge.move(0)]);
  await vi.advanceTimersByTimeAsync(2000);
  expect((await results).map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
    'silent',
    'unstopped',
  ]);
  bridge.move(0).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(2000);
  expect(onFailed.mock.calls).toEqual([['unstopped']]);
  vi.useRealTimers();
});

it('pings a server that wants it', async () => {
  intiface.stop();
  intiface = await startIntiface({ maxPingMs: 20 });
  await connect();
  await expect.poll(() => intiface.log.filter((name) => name === 'Ping').length).toBeGreaterThan(1);
});

it('says why it cannot connect', async () => {
  const old = await startIntiface({ version: 3 });
  await expect(connectIntiface(old.address)).rejects.toThrow('old');
  await expect.poll(() => old.log.at(-1)).toBe('closed');
  old.stop();
  await expect(connectIntiface(old.address)).rejects.toThrow('absent');
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'denied' }) } });
  await expect(connectIntiface(old.address)).rejects.toThrow('blocked');
});

it('plays a run of the room on the devices, and stops all when one leaves', async () => {
  intiface.add(0, 'Rose', vibrating);
  intiface.add(1, 'Wave', vibrating);
  await connect();
  let order: (push: ToyLevelPush) => void = () => undefined;
  const on = (_name: string, handler: unknown) => {
    order = handler as typeof order;
    return () => undefined;
  };
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { documentElement: { lang: 'en', dataset: {} } }),
  );
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
  const socket = { on: on as PageSocket['on'], onConnection: () => () => undefined };
  const link = linkDevice({ socket, bridge, onLeft: () => undefined });
  order({ room: 1, level: 'extreme', intensity: 50, seconds: 180, from: 'Anna', run: 3, waiting: 0 });
  await expect.poll(() => intiface.log.slice(-2)).toEqual(['0.0 Vibrate 10', '1.0 Vibrate 10']);
  intiface.remove(1);
  await expect.poll(() => link.$device.get()).toEqual({ run: null, failure: 'gone' });
  await expect.poll(() => intiface.log.at(-1)).toBe('StopCmd');
  link.close();
});
