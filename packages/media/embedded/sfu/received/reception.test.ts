import { expect, test } from 'vitest';
import { plainFrame, type RoomPacket } from '../rtp/packet.ts';
import { Reception } from './reception.ts';

const [small, large] = [
  { width: 320, height: 180 },
  { width: 1280, height: 720 },
];

const packet = (at: number, bytes: number, size: typeof small | null = null): RoomPacket => ({
  index: at,
  timestamp: at * 90,
  codec: 'VP8',
  marker: true,
  payload: Buffer.alloc(bytes),
  frame: { ...plainFrame, isKey: size !== null, size },
  sentAt: Buffer.alloc(3),
});

/** A reception of both kinds that has begun at 0 ms. */
const open = (...kinds: ('audio' | 'video')[]) =>
  new Reception({ kinds: new Set(kinds.length > 0 ? kinds : (['audio', 'video'] as const)), now: 0 });

test('describes the largest picture, and counts the bits of all', () => {
  const reception = open();
  for (let at = 0; at < 4000; at += 50) {
    reception.takePicture('low', packet(at, 100, at === 0 ? small : null), at);
    if (at % 100 === 0) reception.takePicture('high', packet(at, 1000, at === 0 ? large : null), at);
    reception.takeSound(packet(at, 120), null, at);
  }
  expect(reception.state(3999)).toEqual({
    picture: 'moving',
    silentMs: 0,
    size: large,
    framesPerSecond: 10,
    // 20 × 100, 10 × 1000 and 20 × 120 bytes a second.
    bitrate: 115_200,
  });
});

test('a picture moves while one of its sizes does', () => {
  const reception = open();
  reception.takePicture('high', packet(0, 1000, large), 0);
  for (let at = 0; at < 5000; at += 50)
    reception.takePicture('low', packet(at, 500 + at, at === 0 ? small : null), at);
  expect(reception.state(5000)).toMatchObject({ picture: 'moving', size: small, framesPerSecond: 20 });
  expect(reception.state(7000)).toMatchObject({ picture: 'frozen', size: null, framesPerSecond: null });
});

test('an announced picture that never comes is frozen, and one that was not announced is none', () => {
  expect(open().state(1900).picture).toBe('moving');
  expect(open().state(2000).picture).toBe('frozen');
  expect(open('audio').state(9000).picture).toBeNull();
});

test.each([
  ['of stated silence', 60, 127, 3000],
  ['of stated sound', 60, 40, 0],
  ['of digital silence without a stated level', 3, null, 3000],
  ['whose level is unknown', 60, null, 0],
])('sound %s', (_name, bytes, level, silentMs) => {
  const reception = open();
  for (let at = 0; at <= 3000; at += 20) reception.takeSound(packet(at, bytes), level, at);
  expect(reception.state(3000).silentMs).toBe(silentMs);
});

test('missing sound is silence, but not without a microphone', () => {
  expect(open().state(3000).silentMs).toBe(3000);
  expect(open('video').state(3000).silentMs).toBe(0);
});
