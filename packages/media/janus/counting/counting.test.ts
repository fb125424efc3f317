import { expect, test } from 'vitest';
import { countMedia, countOf, type MediaCounts, nothingCounted } from './counting.ts';
import type { Sighting } from './handle-info.ts';

const START = 1_000_000;

const sighting = (clock: number, packetsOut: number, handle = 1): Sighting => ({
  right: 'view',
  room: 'lounge',
  subject: 'anna',
  id: { session: 1, handle },
  clock,
  age: clock,
  hasPeer: true,
  connected: true,
  packetsIn: 0,
  packetsOut,
  received: { audio: null, video: null },
  bytesIn: 0,
});

/** An encoder at ms of Janus' clock, with the packets of picture and sound received by then. */
const encoder = (clock: number, video: number, audio: number): Sighting => ({
  ...sighting(clock, 0, 2),
  right: 'publish',
  subject: 'camera',
  packetsIn: video + audio,
  received: { audio, video },
  bytesIn: video * 1000,
});

/** Counts after a series of sightings, at ms of Janus' clock with the packets sent by then. */
const look = (looks: readonly Sighting[], before: MediaCounts = nothingCounted): MediaCounts =>
  looks.reduce((counts, one) => countMedia(counts, [one], START + one.clock), before);

const anna = ({ viewers }: MediaCounts) => viewers['anna'];

test('counts the time between two checks with new packets', () => {
  const counts = look([sighting(0, 1), sighting(400, 20), sighting(800, 40)]);
  expect(anna(counts)).toMatchObject({ deliveredMs: 800, packetsOut: 40, lastMediaAt: START + 800 });
});

test('counts nothing while no packet is sent', () => {
  const counts = look([sighting(0, 1), sighting(400, 20), sighting(3400, 20), sighting(3800, 21)]);
  expect(anna(counts)?.deliveredMs).toBe(400);
});

test('counts the same however often the node checks', () => {
  const often = look([0, 200, 400, 600, 800, 1000].map((at) => sighting(at, at / 20 + 1)));
  const seldom = look([0, 1000].map((at) => sighting(at, at / 20 + 1)));
  expect(anna(seldom)?.deliveredMs).toBe(anna(often)?.deliveredMs);
});

test('counts a long gap between checks only if packets kept their pace', () => {
  const before = look([sighting(0, 1), sighting(1000, 51)]);
  expect(anna(look([sighting(6000, 300)], before))?.deliveredMs).toBe(6000);
  expect(anna(look([sighting(6000, 60)], before))?.deliveredMs).toBe(1000);
});

test('continues the counts of an ended handle, also after a Janus restart', () => {
  const before = look([sighting(0, 1), sighting(1000, 50)]);
  const counts = look([sighting(0, 5, 2), sighting(500, 30, 2)], before);
  expect(anna(counts)).toMatchObject({ deliveredMs: 1500, packetsOut: 80 });
});

test('a missing viewer counts as disconnected and keeps its counts', () => {
  const counts = countMedia(look([sighting(0, 1), sighting(1000, 50)]), [], START + 2000);
  expect(anna(counts)).toMatchObject({ connected: false, deliveredMs: 1000 });
});

test('counts nothing while the picture has stopped and the sound goes on', () => {
  const video = [20, 40, 40, 40, 40, 40, 60];
  const seen = video.map((packets, second) => [
    encoder(second * 1000, packets, second * 50),
    sighting(second * 1000, second * 70 + 1),
  ]);
  let counts = nothingCounted;
  const delivered = seen.map((both, second) => {
    counts = countMedia(counts, both, START + second * 1000);
    return anna(counts)?.deliveredMs;
  });
  expect(delivered).toEqual([0, 1000, 2000, 2000, 2000, 2000, 3000]);
});

test('measures the bitrate of an encoder by Janus’ clock', () => {
  const seconds = [0, 1, 2, 3, 4].map((second) => encoder(second * 1000, second * 125, 0));
  expect(look(seconds).publishers['lounge']?.bitrate).toBe(1_000_000);
});

test.each(['constructor', '__proto__', 'toString'])('counts a viewer named %s', (subject) => {
  const seen = [0, 1000].map((at) => ({ ...sighting(at, at / 20 + 1), subject }));
  expect(countOf(nothingCounted.viewers, subject)).toBeUndefined();
  expect(countOf(look(seen).viewers, subject)).toMatchObject({ deliveredMs: 1000, packetsOut: 51 });
});
