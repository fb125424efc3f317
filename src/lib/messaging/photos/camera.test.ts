import { SimulatedDesk, SimulatedStream } from '@vonk/media/devices/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createPhotoCamera, hasCamera, middleOf, SNAPSHOT, sizeOf } from './camera.ts';

const { $photoCamera, openPhotoCamera, close } = createPhotoCamera();
afterEach(close);

const devices = (kinds: readonly string[]) =>
  vi.stubGlobal('navigator', {
    mediaDevices: {
      // Without an id, as before the permission.
      enumerateDevices: async () => kinds.map((kind) => ({ kind, deviceId: '', label: '' })),
    },
  });

it('P2.129 P8.18 detects a camera before any permission', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  devices(['audioinput', 'videoinput']);
  expect(await hasCamera()).toBe(true);
  devices(['audioinput']);
  expect(await hasCamera()).toBe(false);
  expect(warned).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', {});
  expect(await hasCamera()).toBe(false);
});

function useDesk(): SimulatedDesk {
  const desk = new SimulatedDesk();
  const { mediaDevices, permissions } = desk;
  vi.stubGlobal('navigator', { userAgent: '', maxTouchPoints: 0, mediaDevices, permissions });
  vi.stubGlobal('MediaStream', SimulatedStream);
  return desk;
}

it('P9.4 requests 480 by 360 without sound, and stops when it is closed', async () => {
  const desk = useDesk();
  await openPhotoCamera(SNAPSHOT);
  expect($photoCamera.get()).toMatchObject({ stream: expect.anything(), trouble: null });
  expect(desk.open).toEqual(['front']);
  expect(desk.requests).toEqual([
    { video: { width: { ideal: 480 }, height: { ideal: 360 }, frameRate: { ideal: 30 } }, audio: false },
  ]);
  close();
  expect(desk.open).toEqual([]);
  expect($photoCamera.get().stream).toBeNull();
});

it('stops a camera that opens after it was cancelled', async () => {
  const desk = useDesk();
  const come = desk.hold();
  const opening = openPhotoCamera(SNAPSHOT);
  close();
  come();
  await opening;
  expect(desk.open).toEqual([]);
  expect($photoCamera.get().stream).toBeNull();
});

it('says that the camera is gone, and that it is back', async () => {
  const desk = useDesk();
  await openPhotoCamera(SNAPSHOT);
  const front = desk.unplug('front');
  await expect.poll($photoCamera.get).toEqual({ stream: null, trouble: 'noDevice' });
  desk.plug(front);
  await expect.poll($photoCamera.get).toEqual({ stream: null, trouble: 'offered' });
});

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'noDevice'],
  ['NotReadableError', 'busy'],
  ['SomeError', 'preview'],
])('reports %s', async (name, trouble) => {
  useDesk().getUserMedia = () => Promise.reject(new DOMException('refused', name));
  await openPhotoCamera(SNAPSHOT);
  expect($photoCamera.get()).toEqual({ stream: null, trouble });
});

it('takes the middle of the camera picture, at most at the stored size', () => {
  expect(middleOf({ width: 1280, height: 720 }, SNAPSHOT)).toEqual({ x: 160, y: 0, width: 960, height: 720 });
  expect(middleOf({ width: 480, height: 640 }, SNAPSHOT)).toEqual({ x: 0, y: 140, width: 480, height: 360 });
  expect(sizeOf({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 });
  expect(sizeOf({ width: 300, height: 200 })).toEqual({ width: 300, height: 200 });
  expect(sizeOf({ width: 10_000, height: 1 })).toEqual({ width: 1600, height: 1 });
});
