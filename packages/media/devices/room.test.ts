import { describe, expect, it, vi } from 'vitest';
import { createDeviceRoom, type DeviceRoomParts } from './room.ts';
import type { DeviceState } from './states.ts';
import { deskDevices, SimulatedDesk } from './testing/simulated-desk.ts';
import type { SimulatedDevices } from './testing/simulated-devices.ts';
import { SimulatedPhone } from './testing/simulated-phone.ts';
import { broadcastWishes, type SourceName } from './trouble.ts';

/** A room with these devices; `onTrack` counts the tracks that are used. */
function aRoom(devices: SimulatedDevices, parts: Partial<DeviceRoomParts> = {}) {
  const onTrack = vi.fn(async (_: MediaStreamTrack) => undefined);
  const room = createDeviceRoom({
    devices: devices.mediaDevices,
    permissions: devices.permissions,
    page: devices.seenPage,
    wishes: broadcastWishes,
    onTrack,
    ...parts,
  });
  const states = (): DeviceState[] => [view('camera').state, view('microphone').state];
  const view = (name: SourceName) => room.$room.get()[name];
  const settled = (...wanted: DeviceState[]) => expect.poll(states).toEqual(wanted);
  return { room, onTrack, states, view, settled };
}

const conditions = { present: 'open', absent: 'absent', denied: 'denied', inUse: 'inUse' } as const;
type Condition = keyof typeof conditions;

/** A desk with one camera and one microphone in these conditions. */
function deskWith(camera: Condition, microphone: Condition): SimulatedDesk {
  const conditionOf = { videoinput: camera, audioinput: microphone };
  const one = deskDevices.filter(({ deviceId }) => deviceId !== 'desk');
  const desk = new SimulatedDesk(one.filter(({ kind }) => conditionOf[kind] !== 'absent'));
  for (const { kind, deviceId } of one) if (conditionOf[kind] === 'inUse') desk.occupy(deviceId);
  if (camera === 'denied') desk.allow('camera', 'denied');
  if (microphone === 'denied') desk.allow('microphone', 'denied');
  return desk;
}

const names = Object.keys(conditions) as Condition[];
const pairs = names.flatMap((camera) => names.map((microphone) => ({ camera, microphone })));

describe.each(pairs)(
  'a camera that is $camera, and a microphone that is $microphone',
  ({ camera, microphone }) => {
    const opened = [camera === 'present' ? 'front' : [], microphone === 'present' ? 'mic' : []].flat();

    it('opens what there is, and says what is missing', async () => {
      const desk = deskWith(camera, microphone);
      const { room, states } = aRoom(desk);
      await room.open();
      expect(states()).toEqual([conditions[camera], conditions[microphone]]);
      expect(desk.open).toEqual(opened);
      room.leave();
      expect(desk.open).toEqual([]);
    });

    it('does so in a browser that tells no permissions', async () => {
      const desk = deskWith(camera, microphone);
      const { room, states } = aRoom(desk, { permissions: undefined });
      await room.open();
      expect(states()).toEqual([conditions[camera], conditions[microphone]]);
    });

    it('asks the person at most once', async () => {
      const desk = deskWith(camera, microphone);
      await aRoom(desk).room.open();
      expect(desk.questions.flat().length).toBe(new Set(desk.questions.flat()).size);
    });
  },
);

describe('opening', () => {
  it('asks once for both, 720p at 30 frames a second and voice processing', async () => {
    const desk = new SimulatedDesk();
    const { room, view } = aRoom(desk);
    await room.open();
    expect(desk.questions).toEqual([['camera', 'microphone']]);
    expect(desk.requests).toEqual([
      {
        video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
        audio: {
          channelCount: { ideal: 1 },
          echoCancellation: true,
          noiseSuppression: true,
          autoGainControl: true,
        },
      },
    ]);
    expect(view('camera').size).toEqual({ width: 1280, height: 720 });
    expect(room.$room.get().list.cameras).toEqual([
      { id: 'front', name: 'Front camera' },
      { id: 'desk', name: '' },
    ]);
  });

  it('asks once when the person refuses, and offers both when that changes', async () => {
    const desk = new SimulatedDesk();
    desk.saysYes = false;
    const { room, states, settled } = aRoom(desk);
    await room.open();
    expect(states()).toEqual(['denied', 'denied']);
    expect(desk.questions).toHaveLength(1);
    desk.allow('camera', 'granted');
    await settled('offered', 'denied');
    desk.saysYes = true;
    await room.open();
    expect(states()).toEqual(['open', 'open']);
  });

  it.each([
    ['SecurityError', 'notSecure', 'failed'],
    ['OverconstrainedError', 'overconstrained', 'absent'],
    ['AbortError', 'inUse', 'inUse'],
    ['TypeError', 'unknown', 'failed'],
  ])('reports %s as %s', async (name, trouble, state) => {
    const desk = new SimulatedDesk([]);
    desk.getUserMedia = () => Promise.reject(new DOMException('refused', name));
    const { room, view } = aRoom(desk);
    await room.open(['microphone']);
    expect(view('microphone')).toMatchObject({ state, trouble });
    expect(view('camera').state).toBe('closed');
  });

  it('reports an insecure page, which has no devices', async () => {
    const { room, view } = aRoom(new SimulatedDesk(), { devices: undefined });
    await room.open();
    expect(view('camera')).toMatchObject({ state: 'failed', trouble: 'notSecure' });
  });

  it('stops what opens after it was closed', async () => {
    const desk = new SimulatedDesk();
    const release = desk.hold();
    const { room, states } = aRoom(desk);
    const opening = room.open();
    expect(states()).toEqual(['opening', 'opening']);
    room.close();
    release();
    await opening;
    expect(desk.open).toEqual([]);
    expect(states()).toEqual(['closed', 'closed']);
  });
});

describe('a desk', () => {
  it('opens the other camera beside the first, and stops the first when it is used', async () => {
    const desk = new SimulatedDesk();
    const opened: string[][] = [];
    const { room, view } = aRoom(desk, { onTrack: () => void opened.push(desk.open) });
    await room.open();
    await room.choose('camera', 'desk');
    expect(opened.at(-1)).toEqual(['front', 'mic', 'desk']);
    expect(desk.open).toEqual(['mic', 'desk']);
    expect(view('camera')).toMatchObject({ state: 'open', chosen: 'desk', trouble: null });
  });

  it('stops the first camera where the system opens one only', async () => {
    const desk = new SimulatedDesk(deskDevices, { secondCamera: 'refuse' });
    const { room } = aRoom(desk);
    await room.open();
    await room.choose('camera', 'desk');
    expect(desk.open).toEqual(['mic', 'desk']);
  });

  it.each([
    ['is used by another program', (desk: SimulatedDesk) => desk.occupy('desk'), 'inUse'],
    ['is gone', (desk: SimulatedDesk) => void desk.unplug('desk'), 'overconstrained'],
  ])('goes on with the former camera if the other one %s', async (_, spoil, trouble) => {
    const desk = new SimulatedDesk();
    const { room, view } = aRoom(desk);
    await room.open();
    spoil(desk);
    await room.choose('camera', 'desk');
    expect(desk.open.toSorted()).toEqual(['front', 'mic']);
    expect(view('camera')).toMatchObject({ state: 'open', chosen: null, trouble });
  });

  it('keeps a device muted that is changed', async () => {
    const desk = new SimulatedDesk();
    const { room, view } = aRoom(desk);
    await room.open();
    Object.assign(view('camera').track ?? {}, { enabled: false });
    await room.choose('camera', 'desk');
    expect(view('camera').track?.enabled).toBe(false);
  });

  it('uses the last of several choices', async () => {
    const desk = new SimulatedDesk();
    const { room, view } = aRoom(desk);
    await room.open();
    await Promise.all([room.choose('camera', 'desk'), room.choose('camera', 'front')]);
    expect(desk.open.toSorted()).toEqual(['front', 'mic']);
    expect(view('camera').chosen).toBe('front');
  });

  it('offers an unplugged camera as soon as it returns, and opens no other unasked', async () => {
    const desk = new SimulatedDesk();
    const { room, view, settled } = aRoom(desk);
    await room.open();
    const camera = desk.unplug('front');
    await settled('ended', 'open');
    expect(desk.open).toEqual(['mic']);
    await expect.poll(() => room.$room.get().list.cameras).toEqual([{ id: 'desk', name: '' }]);
    desk.plug(camera);
    await settled('offered', 'open');
    desk.unplug('front');
    await settled('absent', 'open');
    desk.plug(camera);
    await settled('offered', 'open');
    await room.open();
    expect(view('camera').state).toBe('open');
    expect(desk.open.toSorted()).toEqual(['front', 'mic']);
  });

  it('does not offer a camera that the browser does not find although it lists it', async () => {
    const desk = new SimulatedDesk();
    desk.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotFoundError'));
    const { room, states } = aRoom(desk);
    await room.open();
    desk.dispatchEvent(new Event('devicechange'));
    await room.open(['microphone']);
    expect(states()).toEqual(['absent', 'absent']);
  });

  it('offers a first camera when it is plugged in', async () => {
    const [camera, , microphone] = deskDevices;
    const desk = new SimulatedDesk(microphone ? [microphone] : []);
    const { room, settled } = aRoom(desk);
    await room.open();
    await settled('absent', 'open');
    if (camera) desk.plug(camera);
    await settled('offered', 'open');
  });

  it('replaces an unplugged microphone at once where the page wants that', async () => {
    const desk = new SimulatedDesk([
      ...deskDevices,
      { kind: 'audioinput', deviceId: 'built-in', label: 'Built-in' },
    ]);
    const { room, view, onTrack, settled } = aRoom(desk, { replacesMicrophone: true });
    await room.open();
    desk.unplug('mic');
    await expect.poll(() => desk.open).toEqual(['front', 'built-in']);
    await settled('open', 'open');
    expect(onTrack).toHaveBeenLastCalledWith(view('microphone').track);
    desk.unplug('built-in');
    await settled('open', 'absent');
  });

  it('opens a microphone again with other wishes', async () => {
    const desk = new SimulatedDesk();
    let isMusic = false;
    const { room } = aRoom(desk, { wishes: () => broadcastWishes(isMusic) });
    await room.open();
    isMusic = true;
    await room.reopen('microphone');
    expect(desk.requests.at(-1)).toMatchObject({
      video: false,
      audio: { deviceId: { exact: 'mic' }, echoCancellation: false, autoGainControl: false },
    });
    expect(desk.open.toSorted()).toEqual(['front', 'mic']);
  });

  it('follows nothing after it was left', async () => {
    const desk = new SimulatedDesk();
    const { room, states } = aRoom(desk);
    await room.open();
    room.leave();
    desk.unplug('front');
    desk.show(false);
    desk.show(true);
    expect(states()).toEqual(['closed', 'closed']);
    expect(desk.open).toEqual([]);
  });
});

describe.each(['android', 'ios'] as const)('a phone (%s)', (system) => {
  const open = async () => {
    const phone = new SimulatedPhone(system);
    const made = aRoom(phone, { isSingle: true, replacesMicrophone: true });
    await made.room.open();
    return { phone, ...made };
  };

  it('stops the camera before it opens the other one', async () => {
    const { phone, room, view } = await open();
    const first = view('camera').track;
    const before = vi.fn(() => first?.readyState);
    const ask = phone.getUserMedia;
    phone.getUserMedia = (wanted) => {
      before();
      return ask(wanted);
    };
    await room.choose('camera', 'back');
    expect(before).toHaveReturnedWith('ended');
    expect(phone.open).toEqual(['phone', 'back']);
    expect(view('camera')).toMatchObject({ state: 'open', chosen: 'back' });
  });

  it('goes back if the other camera does not open', async () => {
    const { phone, room, view, onTrack } = await open();
    phone.occupy('back');
    await room.choose('camera', 'back');
    expect(phone.open).toEqual(['phone', 'selfie']);
    expect(view('camera')).toMatchObject({ state: 'open', chosen: null, trouble: 'inUse' });
    expect(onTrack).toHaveBeenLastCalledWith(view('camera').track);
  });

  it('says why if neither opens', async () => {
    const { phone, room, view } = await open();
    phone.occupy('back');
    phone.occupy('selfie');
    await room.choose('camera', 'back');
    expect(view('camera')).toMatchObject({ state: 'inUse', track: null, trouble: 'inUse' });
    phone.occupy('selfie', false);
    phone.occupy('back', false);
    await room.open();
    expect(view('camera').state).toBe('open');
  });

  it('goes on after a call', async () => {
    const { phone, states, settled } = await open();
    phone.call();
    await settled(...(system === 'ios' ? (['muted', 'muted'] as const) : (['open', 'inUse'] as const)));
    phone.hangUp();
    await settled('open', 'open');
    expect(phone.open.toSorted()).toEqual(['phone', 'selfie']);
    expect(states()).toEqual(['open', 'open']);
  });

  it('goes on with the same camera after a lock', async () => {
    const { phone, room, settled } = await open();
    await room.choose('camera', 'back');
    phone.lock();
    await settled(system === 'ios' ? 'muted' : 'offered', 'open');
    phone.unlock();
    await settled('open', 'open');
    expect(phone.open.toSorted()).toEqual(['back', 'phone']);
  });

  it('follows a turn, and another resolution', async () => {
    const { phone, room, view } = await open();
    expect(view('camera').size).toEqual({ width: 720, height: 1280 });
    phone.turn();
    expect(view('camera').size).toEqual({ width: 1280, height: 720 });
    phone.shrink();
    expect(view('camera').size).toEqual({ width: 640, height: 360 });
    room.measure({ width: 360, height: 640 });
    expect(view('camera').size).toEqual({ width: 360, height: 640 });
  });
});
