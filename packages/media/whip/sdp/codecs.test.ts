import { expect, test } from 'vitest';
import { codecsForViewer, matchCodec, type OfferedCodec, readCodec } from './codecs.ts';

const h264 = (payloadType: number, profile: string): OfferedCodec => ({
  name: 'H264',
  payloadType,
  clockRate: 90_000,
  fmtp: `packetization-mode=1;profile-level-id=${profile}`,
});
const vp8: OfferedCodec = { name: 'VP8', payloadType: 96, clockRate: 90_000, fmtp: '' };

test.each([
  ['96 VP8/90000', '', 'VP8'],
  ['111 OPUS/48000/2', 'minptime=10', 'opus'],
  ['97 H264/90000', 'packetization-mode=1;profile-level-id=42e01f', 'H264'],
  ['97 H264/90000', 'packetization-mode=0;profile-level-id=42e01f', undefined],
  ['97 H264/90000', 'packetization-mode=10', undefined],
  ['96 constructor/90000', '', undefined],
  ['98 VP9/90000', '', undefined],
  ['99 rtx/90000', 'apt=98', undefined],
  ['nonsense', '', undefined],
])('reads %s (%s) as %s', (rtpmap, fmtp, name) => {
  expect(readCodec(rtpmap, fmtp)?.name).toBe(name);
});

test('matches the H.264 entry with the encoder’s profile', () => {
  const offered = [h264(100, '42001f'), h264(101, '42e01f'), h264(102, '640032')];
  expect(matchCodec(h264(97, '42E01F'), offered)?.payloadType).toBe(101);
  expect(matchCodec(h264(97, '4d001f'), offered)?.payloadType).toBe(100);
});

test('gives a viewer one entry per codec, the publisher’s first', () => {
  const offered = [vp8, h264(100, '42001f'), h264(101, '42e01f')];
  const chosen = codecsForViewer(h264(97, '42e01f'), offered);
  expect(chosen.map(({ payloadType }) => payloadType)).toEqual([101, 96]);
});

test('gives a viewer all codecs if the room does not send this kind', () => {
  expect(codecsForViewer(undefined, [vp8, h264(100, '42001f')])).toHaveLength(2);
});
