import { expect, test } from 'vitest';
import { type BrowserPowers, browserPowers, supportLevel } from './support.ts';

const full: BrowserPowers = { peerConnection: true, transceivers: true, modern: true, commonCodec: true };

test.each([
  ['L8.12 a current browser is fine', {}, 0],
  ['L8.13 without WebRTC the stream is not supported', { peerConnection: false, transceivers: false }, 1],
  ['L8.14 the older kind of WebRTC is outdated', { transceivers: false }, 2],
  ['without a codec that streams use the browser is outdated', { commonCodec: false }, 2],
  [
    'L8.15 a browser below what the site needs is critically outdated',
    { modern: false, peerConnection: false },
    3,
  ],
] as const)('%s', (_name, lacking, level) => {
  expect(supportLevel({ ...full, ...lacking })).toBe(level);
});

test('detects a scope without WebRTC', () => {
  expect(browserPowers({ fetch, Array } as unknown as typeof globalThis)).toEqual({
    peerConnection: false,
    transceivers: false,
    modern: true,
    commonCodec: false,
  });
});
