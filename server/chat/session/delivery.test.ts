import { expect, it } from 'vitest';
import { mediaMsAfter } from './delivery.ts';

const now = new Date('2026-11-20T12:00:00Z');
const viewer = (deliveredMs: number, agoMs = 100) => ({
  connected: true,
  packetsOut: 1,
  deliveredMs,
  lastMediaAt: now.getTime() - agoMs,
});

it.each([
  ['moves on with the media server', viewer(12_000), 12_000],
  ['stays without a viewer there', null, 10_000],
  ['stays if this process lags behind', viewer(9000), 10_000],
  ['stays if this process was frozen', viewer(2000, 8000), 10_000],
  ['starts again with a media server that began anew', viewer(500), 500],
])('the count of media %s', (_, state, expected) => {
  expect(mediaMsAfter({ mediaMs: 10_000 }, state, now)).toBe(expected);
});
