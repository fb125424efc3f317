import { expect, test } from 'vitest';
import { createSentReader, type Stats } from './sent-media.ts';

const layer = (rid: string, second: number, more: Partial<Stats> = {}): Stats => ({
  type: 'outbound-rtp',
  id: rid,
  timestamp: second * 1000,
  kind: 'video',
  rid,
  bytesSent: second * 1000,
  frameWidth: 320,
  frameHeight: 180,
  framesPerSecond: 20,
  framesEncoded: second * 20,
  ...more,
});
const sound = (second: number): Stats => ({
  type: 'outbound-rtp',
  id: 'sound',
  timestamp: second * 1000,
  kind: 'audio',
  bytesSent: second * 6000,
});

test('reads the layers from large to small with the bitrates of the last second', () => {
  const read = createSentReader();
  const high = { frameWidth: 1280, frameHeight: 720, framesPerSecond: 30 };
  read([layer('low', 1), layer('high', 1, { ...high, bytesSent: 0 }), sound(1)]);
  const { sent } = read([layer('low', 2), layer('high', 2, { ...high, bytesSent: 200_000 }), sound(2)]);
  expect(sent).toEqual({
    layers: [
      { rid: 'high', width: 1280, height: 720, framesPerSecond: 30, bitrate: 1_600_000 },
      { rid: 'low', width: 320, height: 180, framesPerSecond: 20, bitrate: 8000 },
    ],
    videoBitrate: 1_608_000,
    audioBitrate: 48_000,
    lost: null,
    roundTripMs: null,
    limitedBy: null,
  });
});

test('does not count repeated packets', () => {
  const read = createSentReader();
  read([layer('low', 1)]);
  const { sent } = read([layer('low', 2, { bytesSent: 9000, retransmittedBytesSent: 7000 })]);
  expect(sent.videoBitrate).toBe(8000);
});

test('leaves out a layer that the browser has stopped', () => {
  const read = createSentReader();
  read([layer('low', 1), layer('high', 1)]);
  const { sent } = read([layer('low', 2), layer('high', 2, { bytesSent: 1000 })]);
  expect(sent.layers.map(({ rid }) => rid)).toEqual(['low']);
});

test('reads loss and round trip from the server’s reports', () => {
  const report = (id: string, fractionLost: number, roundTripTime: number): Stats => ({
    type: 'remote-inbound-rtp',
    id,
    timestamp: 0,
    fractionLost,
    roundTripTime,
  });
  const { sent } = createSentReader()([report('1', 0.1, 0.02), report('2', 0, 0.0304)]);
  expect(sent).toMatchObject({ lost: 0.1, roundTripMs: 30 });
});

test('counts frames of the camera, or else of the encoder', () => {
  const source: Stats = { type: 'media-source', id: 'camera', timestamp: 0, kind: 'video', frames: 90 };
  expect(createSentReader()([layer('low', 2), source]).frames).toBe(90);
  expect(createSentReader()([layer('low', 2)]).frames).toBe(40);
  expect(createSentReader()([sound(2)]).frames).toBeNull();
});

test('detects a layer limited by the processor or the line, if it is being sent', () => {
  const limited = (qualityLimitationReason: string, active = true) =>
    createSentReader()([layer('low', 1, { qualityLimitationReason, active })]).sent.limitedBy;
  expect(limited('cpu')).toBe('cpu');
  expect(limited('bandwidth')).toBe('bandwidth');
  expect(limited('none')).toBeNull();
  expect(limited('cpu', false)).toBeNull();
});
