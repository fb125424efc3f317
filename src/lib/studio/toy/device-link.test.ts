import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToyLevelPush } from '#contract/chat/toy-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { readRoom } from '#server/studio/room.ts';
import { setToy, stopToy } from '#server/studio/toys.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { createSocket, type PageSocket } from '../../api/socket/socket.ts';
import { eventually, openPage, servePlayableApp } from '../../testing/page.ts';
import { createDemoBridge, type DemoBridge, type DeviceLink, linkDevice } from './device-link.ts';

const server = servePlayableApp();
let vera: TestPerformer;
let chat: Viewer;
let socket: PageSocket;
let bridge: DemoBridge;
let link: DeviceLink;
let page: EventTarget & { visibilityState: string };
const onLeft = vi.fn();

beforeEach(async () => {
  const { cookies } = openPage(server);
  vera = await aPerformer(server, onlineStatus.free);
  cookies.set('vonk_studio', vera.token);
  const documentElement = { lang: 'en', dataset: {} };
  page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement,
    querySelector: () => null,
  });
  vi.stubGlobal('document', page);
  onLeft.mockClear();
  socket = createSocket({ studio: true });
  bridge = createDemoBridge();
  link = linkDevice({ socket, bridge, onLeft });
  await eventually(() => expect(socket.isConnected()).toBe(true));
  await setToy(server.deps, vera.caller, { active: true, ceiling: 8 });
  chat = await join(server, (await aMember(server, 5000)).caller, vera);
});
afterEach(() => {
  link.close();
  socket.closeConnection();
});

const toy = async () => (await readRoom(server.deps, vera.caller, { after: 0 })).toy;
/** Plays a run of 30 s at 10 %, of which the ceiling leaves 8. */
const play = async () => {
  await chat.tip(500);
  await sweepToys(server.deps);
  await eventually(() => expect(bridge.$intensity.get()).toBe(8));
};

it('moves the device up to the ceiling, and keeps the run alive', async () => {
  await play();
  server.clock.advance(1900);
  await eventually(async () => {
    await sweepToys(server.deps);
    server.clock.advance(200);
    expect((await toy()).playing).not.toBeNull();
  });
  expect(link.$device.get().run).not.toBeNull();
});

it('stops at the server’s order', async () => {
  await play();
  await stopToy(server.deps, vera.caller);
  await eventually(() => expect([bridge.$intensity.get(), link.$device.get().run]).toEqual([0, null]));
});

it('stops by itself at the end of a run, even if the server never says so', async () => {
  vi.useFakeTimers();
  let order: (push: ToyLevelPush) => void = () => undefined;
  const on = (name: string, handler: unknown) => {
    if (name === 'toy-level') order = handler as typeof order;
    return () => undefined;
  };
  const own = createDemoBridge();
  const alone = linkDevice({
    socket: { on: on as PageSocket['on'], onConnection: () => () => undefined },
    bridge: own,
    onLeft,
  });
  order({ room: 1, level: 'low', intensity: 2, seconds: 5, from: 'Anna', run: 3, waiting: 0 });
  vi.advanceTimersByTime(4999);
  expect(own.$intensity.get()).toBe(2);
  expect(alone.$device.get().run).toBe(3);
  vi.advanceTimersByTime(1);
  expect(own.$intensity.get()).toBe(0);
  expect(alone.$device.get().run).toBeNull();
  alone.close();
  vi.useRealTimers();
});

it('stops when the connection is lost, and tells the server when it is back', async () => {
  await play();
  server.cutLines();
  await eventually(() => expect(bridge.$intensity.get()).toBe(0));
  await eventually(async () => expect((await toy()).playing).toBeNull());
  expect((await toy()).active).toBe(true);
});

it('stops while the tab is hidden', async () => {
  await play();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(bridge.$intensity.get()).toBe(0);
  expect(onLeft.mock.calls.length).toBe(1);
});

it('switches the toy off when the device fails, and says why', async () => {
  bridge.move = async (intensity) => {
    if (intensity > 0) throw new Error('The battery is empty');
  };
  await chat.tip(500);
  await sweepToys(server.deps);
  await eventually(async () => expect((await toy()).active).toBe(false));
  expect(link.$device.get()).toEqual({ run: null, failure: 'The battery is empty' });
});

it('halts at once, without the server', async () => {
  await play();
  link.halt();
  expect(bridge.$intensity.get()).toBe(0);
});
