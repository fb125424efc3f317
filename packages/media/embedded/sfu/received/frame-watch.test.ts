import { expect, test } from 'vitest';
import { FrameWatch } from './frame-watch.ts';
import {
  cameraOff,
  cameraOffSmall,
  hiddenNoise,
  quietCamera,
  quietCameraSmall,
  repeated,
  type Trace,
} from './traces.ts';

const size = { width: 1280, height: 720 };

/** Plays frames, negative ones as key frames; returns the watch and the ms at which the picture froze, if it did. */
function play({ framesPerSecond, size: traced, frames }: Trace) {
  const watch = new FrameWatch(0);
  const frozenAt: number[] = [];
  let now = 0;
  for (const [at, bytes] of frames.entries()) {
    now = (at * 1000) / framesPerSecond;
    const isKey = bytes < 0;
    const part = {
      timestamp: (at * 90_000) / framesPerSecond,
      isKey,
      size: at === 0 || isKey ? traced : null,
    };
    // In two packets, like large frames.
    const first = Math.ceil(Math.abs(bytes) / 2);
    watch.take({ ...part, bytes: first }, now);
    watch.take({ ...part, bytes: Math.abs(bytes) - first, isKey: false, size: null }, now);
    if (watch.isFrozen(now)) frozenAt.push(now);
  }
  return { watch, frozenAt, now };
}

test.each(Object.entries({ cameraOff, cameraOffSmall, repeated }))(
  'notices that the frames of %s repeat one picture, and not before',
  (_name, trace) => {
    const { frozenAt, now } = play(trace);
    const [first = 0] = frozenAt;
    // The recording begins with two seconds of a moving picture.
    expect(first).toBeGreaterThan(3500);
    expect(first).toBeLessThanOrEqual(4250);
    expect(frozenAt.at(-1)).toBe(now);
  },
);

test.each(Object.entries({ quietCamera, quietCameraSmall, hiddenNoise }))(
  'does not take %s for a frozen picture',
  (_name, trace) => {
    expect(play(trace).frozenAt).toEqual([]);
  },
);

test('does not judge the size of key frames, of which the demo’s drawn pictures consist', () => {
  const frames = Array.from({ length: 50 }, () => -90);
  expect(play({ framesPerSecond: 10, size, frames }).frozenAt).toEqual([]);
});

test('does not judge frames of a constant bitrate', () => {
  const frames = [-9000, ...Array.from({ length: 150 }, () => 8333)];
  expect(play({ framesPerSecond: 30, size, frames }).frozenAt).toEqual([]);
});

test('does not judge small frames that differ, as on a thin line', () => {
  const frames = [-2000, ...Array.from({ length: 150 }, (_, at) => 60 + ((at * 37) % 101))];
  expect(play({ framesPerSecond: 30, size, frames }).frozenAt).toEqual([]);
});

test('notices after two seconds that no frame comes, and the next one at once', () => {
  const { watch, now } = play({ ...quietCamera, frames: quietCamera.frames.slice(0, 60) });
  expect(watch.isFrozen(now + 1999)).toBe(false);
  expect(watch.isFrozen(now + 2000)).toBe(true);
  watch.take({ timestamp: 9_000_000, bytes: 5000, isKey: false, size: null }, now + 5000);
  expect(watch.isFrozen(now + 5000)).toBe(false);
});

test('measures size, frames and bits of the last two seconds, over the wrap-around of timestamps', () => {
  const watch = new FrameWatch(0);
  for (let at = 0; at < 150; at += 1) {
    const timestamp = (0xffff_0000 + at * 3000) >>> 0;
    watch.take({ timestamp, bytes: 1000, isKey: at === 0, size: at === 0 ? size : null }, (at * 1000) / 30);
  }
  const now = (149 * 1000) / 30;
  expect(watch.size).toEqual(size);
  expect(watch.framesPerSecond(now)).toBe(30);
  expect(watch.bitrate(now)).toBe(240_000);
});
