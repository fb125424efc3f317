import { expect, test } from 'vitest';
import { LimitationDetector, PictureWatch, SoundWatch } from './watches.ts';

const [quiet, speech] = [0.0001, 0.1];

test('reports silence after ten seconds, until there is sound', () => {
  const watch = new SoundWatch();
  expect(watch.observe(speech, false, 0).silent).toBe(false);
  expect(watch.observe(quiet, false, 9900).silent).toBe(false);
  expect(watch.observe(quiet, false, 10_000).silent).toBe(true);
  expect(watch.observe(speech, false, 11_000).silent).toBe(false);
});

test('does not report silence while muted, or without a known level', () => {
  const watch = new SoundWatch();
  watch.observe(quiet, true, 0);
  expect(watch.observe(quiet, true, 20_000).silent).toBe(false);
  expect(watch.observe(null, false, 40_000).silent).toBe(false);
  expect(watch.observe(quiet, false, 45_000).silent).toBe(false);
});

test('reports talking while muted, but not one loud moment', () => {
  const watch = new SoundWatch();
  expect(watch.observe(speech, true, 0).talkingWhileMuted).toBe(false);
  expect(watch.observe(quiet, true, 1000).talkingWhileMuted).toBe(false);
  expect(watch.observe(speech, true, 2000).talkingWhileMuted).toBe(true);
  expect(watch.observe(quiet, true, 4500).talkingWhileMuted).toBe(false);
});

test('stops reporting it with the mute', () => {
  const watch = new SoundWatch();
  for (const now of [0, 1000]) watch.observe(speech, true, now);
  expect(watch.observe(speech, false, 2000).talkingWhileMuted).toBe(false);
});

test('reports a picture that is frozen for two seconds', () => {
  const watch = new PictureWatch();
  expect([30, 60, 60, 60, 61].map((frames, second) => watch.observe(frames, second * 1000))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

test('does not report a camera of which no frames are expected', () => {
  const watch = new PictureWatch();
  watch.observe(30, 0);
  expect(watch.observe(null, 5000)).toBe(false);
  expect(watch.observe(30, 6000)).toBe(false);
  expect(watch.observe(30, 7999)).toBe(false);
  expect(watch.observe(30, 8000)).toBe(true);
});

/** Observes once a second; 1 means limited. */
const observe = (seconds: readonly number[]) => {
  const detector = new LimitationDetector();
  return seconds.map((limited, second) => Number(detector.observe(limited === 1, second * 1000)));
};

test('ignores a single limitation', () => {
  expect(observe([0, 1, 0, 0, 0])).toEqual([0, 0, 0, 0, 0]);
});

test('reports the second limitation within four seconds', () => {
  expect(observe([1, 0, 0, 0, 1])).toEqual([0, 0, 0, 0, 1]);
  expect(observe([1, 0, 0, 0, 0, 1])).toEqual([0, 0, 0, 0, 0, 0]);
});

test('ends ten seconds after the last limitation', () => {
  const quiet = Array.from({ length: 10 }, () => 0);
  expect(observe([1, 1, ...quiet]).slice(-2)).toEqual([1, 0]);
});
