import { expect, test, vi } from 'vitest';
import { capture, captureMicrophone, constraintsOf } from './capture.ts';

test('asks once for both devices, 720p at 30 frames a second and voice processing', async () => {
  const [camera, microphone] = [{ kind: 'video' }, { kind: 'audio' }];
  const getUserMedia = vi.fn(async () => ({
    getVideoTracks: () => [camera],
    getAudioTracks: () => [microphone],
  }));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  expect(await capture({ camera: 'desk' })).toEqual({ camera, microphone });
  expect(getUserMedia.mock.calls).toEqual([
    [
      {
        video: {
          deviceId: { exact: 'desk' },
          width: { ideal: 1280 },
          height: { ideal: 720 },
          frameRate: { ideal: 30 },
        },
        audio: {
          channelCount: { ideal: 1 },
          echoCancellation: true,
          noiseSuppression: true,
          autoGainControl: true,
        },
      },
    ],
  ]);
});

test('switches voice processing off for music', () => {
  expect(constraintsOf({ music: true, camera: false })).toMatchObject({
    video: false,
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'notFound'],
  ['NotReadableError', 'inUse'],
  ['AbortError', 'inUse'],
  ['OverconstrainedError', 'overconstrained'],
  ['SecurityError', 'notSecure'],
  ['TypeError', 'unknown'],
])('reports %s as %s', async (name, trouble) => {
  const getUserMedia = () => Promise.reject(new DOMException('refused', name));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  await expect(captureMicrophone()).rejects.toMatchObject({ name: 'CaptureError', trouble });
});

test('reports an insecure page, which has no devices', async () => {
  vi.stubGlobal('navigator', {});
  await expect(capture()).rejects.toMatchObject({ trouble: 'notSecure' });
});
