import { expect, test } from 'vitest';
import { SoundWatch } from './sound-watch.ts';

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
