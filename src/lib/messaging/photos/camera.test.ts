import { afterEach, expect, it, vi } from 'vitest';
import { createPhotoCamera, hasCamera, middleOf, SNAPSHOT, sizeOf } from './camera.ts';

const { $photoCamera, openPhotoCamera, close } = createPhotoCamera();
afterEach(close);

const devices = (
  kinds: readonly string[],
  getUserMedia: () => Promise<unknown> = async () => aStream().stream,
) =>
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: vi.fn(getUserMedia),
      // Without an id, as before the permission.
      enumerateDevices: async () => kinds.map((kind) => ({ kind, deviceId: '', label: '' })),
    },
  });

function aStream() {
  const track = { stop: vi.fn(), contentHint: '' };
  return { track, stream: { getTracks: () => [track], getVideoTracks: () => [track] } };
}

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

it('P9.4 requests 480 by 360 without sound, and stops when it is closed', async () => {
  const { track, stream } = aStream();
  devices(['videoinput'], async () => stream);
  await openPhotoCamera(SNAPSHOT);
  expect($photoCamera.get()).toEqual({ stream, trouble: null });
  expect(navigator.mediaDevices.getUserMedia).toHaveBeenCalledWith({
    video: expect.objectContaining({ width: { ideal: 480 }, height: { ideal: 360 } }),
    audio: false,
  });
  close();
  expect(track.stop).toHaveBeenCalledOnce();
  expect($photoCamera.get().stream).toBeNull();
});

it('stops a camera that opens after it was cancelled', async () => {
  const { track, stream } = aStream();
  let come = (_: unknown) => {};
  devices(['videoinput'], () => new Promise((resolve) => (come = resolve)));
  const opening = openPhotoCamera(SNAPSHOT);
  close();
  come(stream);
  await opening;
  expect(track.stop).toHaveBeenCalledOnce();
  expect($photoCamera.get().stream).toBeNull();
});

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'noDevice'],
  ['NotReadableError', 'busy'],
  ['SomeError', 'preview'],
])('reports %s', async (name, trouble) => {
  devices(['videoinput'], () => Promise.reject(Object.assign(new Error('no'), { name })));
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
