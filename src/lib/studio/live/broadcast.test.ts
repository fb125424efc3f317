import { SimulatedDesk, SimulatedPhone } from '@vonk/media/devices/testing';
import type { Publisher, PublisherOptions, PublisherView } from '@vonk/media/publisher';
import { atom, map, type WritableAtom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { ServerPushes } from '#contract/socket.ts';
import type { Audience } from '#contract/studio/live-calls.ts';
import { aPerformer } from '#server/testing/people.ts';
import type { ConnectionState } from '../../api/socket/socket.ts';
import { openPage, servePlayableApp } from '../../testing/page.ts';
import { type Broadcast, COUNTDOWN_SECONDS, createBroadcast } from './broadcast.ts';

const server = servePlayableApp();
const unpublished = { phase: 'idle' } as PublisherView;
let desk: SimulatedDesk;
let broadcast: Broadcast;
let publishers: FakePublisher[];
/** Receives a push. */
let receive: <Name extends keyof ServerPushes>(name: Name, push: ServerPushes[Name]) => void;
/** Tells the page that its socket connects or disconnects. */
let connection: (state: ConnectionState) => void;
const $audience = atom<Audience | null | undefined>();
const $room = map({ status: onlineStatus.offline as number });
const room = {
  $room: $room as never,
  $audience,
  askAudience: vi.fn(async () => undefined),
  setStatus: vi.fn(async (status: number) => {
    $room.setKey('status', status);
    return true;
  }),
  closeRoom: vi.fn(async () => {
    $room.setKey('status', onlineStatus.offline);
    return true;
  }),
};

interface FakePublisher extends Publisher {
  readonly $publisher: WritableAtom<PublisherView>;
  readonly options: PublisherOptions;
  isClosed: boolean;
  readonly sent: MediaStreamTrack[];
}

function fakePublisher(options: PublisherOptions): FakePublisher {
  const made: FakePublisher = {
    options,
    isClosed: false,
    sent: [],
    $publisher: atom(unpublished),
    start: vi.fn(),
    retry: vi.fn(),
    hurry: vi.fn(),
    renew: vi.fn(),
    setMuted: vi.fn(),
    setMusic: vi.fn(),
    replaceTrack: async (track) => void made.sent.push(track),
    close: () => {
      made.isClosed = true;
    },
  };
  publishers.push(made);
  return made;
}

beforeEach(async () => {
  const { cookies } = openPage(server);
  const vera = await aPerformer(server, onlineStatus.offline);
  cookies.set('vonk_studio', vera.token);
  const page = { visibilityState: 'visible', documentElement: { lang: 'en' }, querySelector: () => null };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  desk = new SimulatedDesk();
  const { mediaDevices, permissions } = desk;
  vi.stubGlobal('navigator', { userAgent: 'desk', maxTouchPoints: 0, mediaDevices, permissions });
  publishers = [];
  $room.setKey('status', onlineStatus.offline);
  vi.clearAllMocks();
  const heard = new Map<string, (push: unknown) => void>();
  const on = (name: string, handler: (push: never) => void) => {
    heard.set(name, handler as (push: unknown) => void);
    return () => undefined;
  };
  receive = (name, push) => heard.get(name)?.(push);
  const onConnection = (listener: typeof connection) => {
    connection = listener;
    return () => undefined;
  };
  $audience.set(undefined);
  broadcast = createBroadcast({ room, socket: { on: on as never, onConnection }, publish: fakePublisher });
});
afterEach(() => {
  broadcast.close();
  vi.useRealTimers();
});

const state = () => broadcast.$broadcast.get().state;
const devices = () => broadcast.devices.$devices.get();
const open = async () => {
  await broadcast.devices.open();
  await broadcast.startBroadcast();
};

it('opens camera and microphone without sending anything', async () => {
  await broadcast.devices.open();
  expect(desk.open).toEqual(['front', 'mic']);
  expect(devices()).toMatchObject({ state: 'open', notices: [] });
  expect(devices().list.cameras).toHaveLength(2);
  expect(publishers).toEqual([]);
  expect(state()).toBe('idle');
});

it('says why a device did not open, and can try again', async () => {
  desk.saysYes = false;
  await broadcast.devices.open();
  expect(devices()).toMatchObject({ state: 'closed', notices: [{ what: 'neither', trouble: 'denied' }] });
  desk.saysYes = true;
  await broadcast.devices.open();
  expect(devices()).toMatchObject({ state: 'open', notices: [] });
});

it('closes devices that open after the page has closed them', async () => {
  const release = desk.hold();
  const opening = broadcast.devices.open();
  broadcast.devices.close();
  release();
  await opening;
  expect(desk.open).toEqual([]);
  expect(devices().state).toBe('closed');
});

it('sends both tracks with a target of the server', async () => {
  await open();
  const [publisher] = publishers;
  expect(publisher?.options.target.url).toMatch(/whip/);
  expect(publisher?.options.camera).toBe(devices().camera);
  expect(publisher?.start).toHaveBeenCalledOnce();
  expect(state()).toBe('sending');
});

it('sends VP8, or H.264 if it was chosen before', async () => {
  await open();
  broadcast.setCodec('h264');
  await broadcast.startBroadcast();
  expect(publishers.map(({ options }) => options.codec)).toEqual(['vp8', 'h264']);
});

it('says why the server refuses a broadcast', async () => {
  await broadcast.devices.open();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await broadcast.startBroadcast();
  expect(broadcast.$broadcast.get()).toMatchObject({ state: 'idle', refusal: 'UNAVAILABLE' });
});

describe('the countdown', () => {
  beforeEach(open);

  it('changes the status after three seconds', async () => {
    vi.useFakeTimers();
    broadcast.goLive(onlineStatus.free);
    expect(broadcast.$broadcast.get().countdown).toBe(COUNTDOWN_SECONDS);
    vi.advanceTimersByTime(2999);
    expect(room.setStatus).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(room.setStatus).toHaveBeenCalledExactlyOnceWith(onlineStatus.free);
    expect(broadcast.$broadcast.get().countdown).toBeNull();
  });

  it.each(['cancel', 'close', 'end'] as const)('is stopped by `%s`', async (act) => {
    vi.useFakeTimers();
    broadcast.goLive(onlineStatus.online);
    vi.advanceTimersByTime(2000);
    await broadcast[act]();
    vi.advanceTimersByTime(60_000);
    expect(room.setStatus).not.toHaveBeenCalled();
  });
});

it('stops when another window takes over, and not for its own start', async () => {
  await open();
  vi.useFakeTimers();
  broadcast.goLive(onlineStatus.online);
  receive('studio-broadcast', { page: 'other' });
  vi.advanceTimersByTime(10_000);
  expect(state()).toBe('taken');
  expect(publishers[0]?.isClosed).toBe(true);
  expect(room.setStatus.mock.calls).toEqual([]);
  vi.useRealTimers();
  await broadcast.startBroadcast();
  expect(state()).toBe('sending');
});

it('stops when the operator has closed the room, and not when it was lost', async () => {
  await open();
  receive('studio-ended', { what: 'broadcast', why: 'lost' });
  expect(state()).toBe('sending');
  receive('studio-ended', { what: 'broadcast', why: 'shut' });
  expect(state()).toBe('idle');
  expect(publishers[0]?.isClosed).toBe(true);
});

it('asks who sees her with the first frame of each connection', async () => {
  await open();
  for (const phase of ['connecting', 'live', 'live', 'reconnecting', 'live'] as const)
    publishers[0]?.$publisher.set({ ...unpublished, phase });
  expect(room.askAudience).toHaveBeenCalledTimes(2);
});

it('stops when an encoder has taken over, and takes over again only on request', async () => {
  await open();
  broadcast.goLive(onlineStatus.online);
  publishers[0]?.$publisher.set({ ...unpublished, phase: 'failed', trouble: 'publish.replaced' });
  expect(state()).toBe('taken');
  expect(publishers[0]?.isClosed).toBe(true);
  expect(broadcast.$sending.get()).toBeNull();
  expect(broadcast.$broadcast.get().countdown).toBeNull();
  await broadcast.startBroadcast();
  expect(state()).toBe('sending');
  expect(publishers.length).toBe(2);
});

it('says that it stops until the server has seen the end', async () => {
  await open();
  $room.setKey('status', onlineStatus.online);
  $audience.set({ onlineStatus: onlineStatus.online, receiving: true } as Audience);
  const isStopping = () => broadcast.$broadcast.get().isStopping;
  const ending = broadcast.end();
  expect(isStopping()).toBe(true);
  await expect.poll(() => publishers[0]?.isClosed).toBe(true);
  $audience.set({ onlineStatus: onlineStatus.offline, receiving: true } as Audience);
  expect(isStopping()).toBe(true);
  $audience.set({ onlineStatus: onlineStatus.offline, receiving: false } as Audience);
  await ending;
  expect(isStopping()).toBe(false);
  expect(room.closeRoom).toHaveBeenCalledOnce();
});

it('knows of a restart until the picture arrives again, or for as long as the server said', () => {
  const isMoving = () => broadcast.$broadcast.get().isMoving;
  vi.useFakeTimers();
  $audience.set({ receiving: true } as Audience);
  receive('studio-restarting', { forMs: 20_000 });
  $audience.set({ receiving: true } as Audience);
  expect(isMoving()).toBe(true);
  $audience.set(null);
  $audience.set({ receiving: true } as Audience);
  expect(isMoving()).toBe(false);
  receive('studio-restarting', { forMs: 20_000 });
  vi.advanceTimersByTime(20_000);
  expect(isMoving()).toBe(false);
});

describe('when the server was away', () => {
  const heard = { receiving: true } as Audience;
  const calls = () => {
    const [publisher] = publishers;
    return [vi.mocked(publisher?.hurry)?.mock.calls.length, vi.mocked(publisher?.renew)?.mock.calls.length];
  };
  beforeEach(open);

  it('sends at once with the first answer', () => {
    $audience.set(heard);
    expect(calls()).toEqual([0, 0]);
    $audience.set(null);
    $audience.set({ ...heard });
    expect(calls()).toEqual([1, 0]);
    $audience.set({ ...heard, receiving: false });
    expect(calls()).toEqual([1, 0]);
  });

  it('sends anew as soon as the socket is back if the server had said that it restarts', () => {
    $audience.set(heard);
    receive('studio-restarting', { forMs: 20_000 });
    connection('disconnected');
    expect(calls()).toEqual([0, 0]);
    connection('connected');
    expect(calls()).toEqual([1, 1]);
  });

  it('sends at once when the socket is back, and anew if the server receives nothing', () => {
    $audience.set(heard);
    connection('disconnected');
    connection('connected');
    expect(calls()).toEqual([1, 0]);
    $audience.set({ ...heard, receiving: false });
    expect(calls()).toEqual([2, 1]);
  });

  it('goes on without end while the performer is live, and gives up a rehearsal', () => {
    const isLasting = publishers[0]?.options.isLasting;
    expect(isLasting?.()).toBe(false);
    $room.setKey('status', onlineStatus.paused);
    expect(isLasting?.()).toBe(true);
  });

  it('gives up only what the server refuses', () => {
    const passes = publishers[0]?.options.isPassing;
    expect(passes?.(new AppError('UNAVAILABLE'))).toBe(true);
    expect(passes?.(new AppError('badRequest.chat.closed'))).toBe(false);
  });
});

it('replaces a device while sending, and stops the former one', async () => {
  await open();
  await broadcast.devices.chooseCamera('desk');
  expect(publishers[0]?.sent).toEqual([devices().camera]);
  expect(devices().camera?.getSettings().deviceId).toBe('desk');
  expect(desk.open.toSorted()).toEqual(['desk', 'mic']);
});

it('asks before another camera is used, and offers the same one when it is back', async () => {
  await open();
  const camera = desk.unplug('front');
  await expect.poll(devices).toMatchObject({
    state: 'open',
    camera: null,
    list: { cameras: [{ id: 'desk' }] },
    notices: [{ what: 'lost', source: 'camera', isBack: false }],
  });
  desk.plug(camera);
  await expect.poll(() => devices().notices).toEqual([{ what: 'lost', source: 'camera', isBack: true }]);
  expect(desk.open).toEqual(['mic']);
  await broadcast.devices.openAgain('camera');
  expect(devices().notices).toEqual([]);
  expect(publishers[0]?.sent).toEqual([devices().camera]);
});

it('sends another microphone at once when one is unplugged', async () => {
  desk.plug({ kind: 'audioinput', deviceId: 'built-in', label: 'Built-in' });
  await open();
  desk.unplug('mic');
  await expect.poll(() => publishers[0]?.sent.length).toBe(1);
  expect(publishers[0]?.sent).toEqual([devices().microphone]);
  expect(desk.open).toEqual(['front', 'built-in']);
  await broadcast.end();
  expect(desk.open).toEqual(['front', 'built-in']);
});

it('sends the size of picture that was chosen, also while sending', async () => {
  await open();
  await broadcast.devices.setPicture('small');
  expect(desk.requests.at(-1)).toMatchObject({
    video: {
      deviceId: { exact: 'front' },
      width: { ideal: 640 },
      height: { ideal: 360 },
      frameRate: { ideal: 20 },
    },
  });
  expect(publishers[0]?.sent).toEqual([devices().camera]);
  expect(devices().picture).toBe('small');
  expect(desk.open.toSorted()).toEqual(['front', 'mic']);
});

it('sends two sizes of the picture from a phone, and three from a desk', async () => {
  await open();
  const phone = new SimulatedPhone('android');
  const { mediaDevices, permissions } = phone;
  vi.stubGlobal('navigator', { userAgent: 'Android', maxTouchPoints: 5, mediaDevices, permissions });
  const mobile = createBroadcast({
    room,
    socket: { on: () => () => undefined, onConnection: () => () => undefined } as never,
    publish: fakePublisher,
  });
  await mobile.devices.open();
  await mobile.startBroadcast();
  expect(publishers.map(({ options }) => options.layers)).toEqual([3, 2]);
  expect(mobile.devices.$devices.get().size).toEqual({ width: 720, height: 1280 });
  phone.turn();
  expect(mobile.devices.$devices.get().size).toEqual({ width: 1280, height: 720 });
  mobile.close();
});

it('says what is missing while the other one is open', async () => {
  desk.occupy('mic');
  await broadcast.devices.open();
  expect(devices()).toMatchObject({
    state: 'open',
    microphone: null,
    notices: [{ what: 'missing', source: 'microphone', trouble: 'inUse' }],
  });
  desk.occupy('mic', false);
  await broadcast.devices.openAgain('microphone');
  expect(devices().notices).toEqual([]);
  desk.occupy('desk');
  await broadcast.devices.chooseCamera('desk');
  expect(devices().notices).toEqual([{ what: 'kept', source: 'camera', trouble: 'inUse' }]);
});

it('ends the chats before the broadcast, and goes on sending when that fails', async () => {
  await open();
  $room.setKey('status', onlineStatus.online);
  room.closeRoom.mockResolvedValueOnce(false);
  await broadcast.end();
  expect(state()).toBe('sending');
  expect(publishers[0]?.isClosed).toBe(false);
  await broadcast.end();
  expect(state()).toBe('idle');
  expect(publishers[0]?.isClosed).toBe(true);
  expect(devices().state).toBe('open');
});

it('goes live and ends with what an encoder sends', async () => {
  vi.useFakeTimers();
  broadcast.goLive(onlineStatus.online);
  await vi.advanceTimersByTimeAsync(3000);
  expect(room.setStatus).toHaveBeenCalledExactlyOnceWith(onlineStatus.online);
  await broadcast.end();
  expect(room.closeRoom.mock.calls.length).toBe(1);
  expect(publishers).toEqual([]);
});

it('ends a rehearsal without closing the room', async () => {
  await open();
  await broadcast.end();
  expect(state()).toBe('idle');
  expect(room.closeRoom.mock.calls).toEqual([]);
});

it('asks before the page is left only while sending', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await broadcast.devices.open();
  expect(leave()).toBe(false);
  await broadcast.startBroadcast();
  expect(leave()).toBe(true);
  await broadcast.end();
  expect(leave()).toBe(false);
});
