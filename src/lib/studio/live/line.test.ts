import type { SentMedia } from '@vonk/media/publisher';
import { expect, it } from 'vitest';
import { lineOf } from './line.ts';

const layer = { rid: null, width: 1280, height: 720, framesPerSecond: 30, bitrate: 1_500_000 };
const sent: SentMedia = {
  layers: [layer],
  videoBitrate: 1_500_000,
  audioBitrate: 48_000,
  lost: 0,
  roundTripMs: 40,
};

it.each([
  ['before the first report', { lost: null, roundTripMs: null }, null],
  ['without loss', {}, 'good'],
  ['with little loss', { lost: 0.02 }, 'good'],
  ['with more', { lost: 0.021 }, 'weak'],
  ['with much', { lost: 0.081 }, 'poor'],
  ['with a long way', { roundTripMs: 251 }, 'weak'],
  ['with a very long way', { roundTripMs: 601 }, 'poor'],
  ['with few pictures a second', { layers: [layer, { ...layer, framesPerSecond: 9 }] }, 'weak'],
  ['without a picture', { layers: [] }, 'good'],
] as const)('a line %s', (_, change, line) => {
  expect(lineOf({ ...sent, ...change })).toBe(line);
});
