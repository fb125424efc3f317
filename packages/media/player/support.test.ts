import { expect, test } from 'vitest';
import { type BrowserPowers, browserPowers, supportLevel } from './support.ts';

const full: BrowserPowers = { peerConnection: true, transceivers: true, modern: true, commonCodec: true };

test.each([
  ['a current browser is fine', {}, 0],
  ['without WebRTC the stream is not supported', { peerConnection: false, transceivers: false }, 1],
  ['the older kind of WebRTC is outdated', { transceivers: false }, 2],
  ['without a codec that streams use the browser is outdated', { commonCodec: false }, 2],
  ['a browser below what the site needs is critically outdated', { modern: false, peerConnection: false }, 3],
] as const)('%s', (_name, lacking, level) => {
  expect(supportLevel({ ...full, ...lacking })).toBe(level);
});

test('a scope without WebRTC has none of its powers', () => {
  expect(browserPowers({ fetch, Array } as unknown as typeof globalThis)).toEqual({
    peerConnection: false,
    transceivers: false,
    modern: true,
    commonCodec: false,
  });
});
