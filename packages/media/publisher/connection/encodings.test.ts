import { expect, test } from 'vitest';
import { chooseLayers, orderCodecs } from './encodings.ts';

const high = { mimeType: 'video/H264', sdpFmtpLine: 'packetization-mode=1;profile-level-id=64001f' };
const single = { mimeType: 'video/H264', sdpFmtpLine: 'packetization-mode=0;profile-level-id=42e01f' };
const baseline = { mimeType: 'video/H264', sdpFmtpLine: 'packetization-mode=1;profile-level-id=42e01f' };
const [vp8, vp9, rtx] = ['video/VP8', 'video/VP9', 'video/rtx'].map((mimeType) => ({ mimeType }));
const codecs = [vp9, rtx, high, single, vp8, baseline].filter((codec) => codec !== undefined);

test('puts VP8 first and keeps the order of the others', () => {
  expect(orderCodecs(codecs, 'vp8')).toEqual([vp8, vp9, rtx, high, single, baseline]);
});

test('puts H.264 first, in the baseline profile with large frames', () => {
  expect(orderCodecs(codecs, 'h264')).toEqual([baseline, high, single, vp9, rtx, vp8]);
});

test('keeps the order if the browser lacks the codec', () => {
  expect(orderCodecs([{ mimeType: 'video/VP9' }, { mimeType: 'video/AV1' }], 'vp8')).toEqual([
    { mimeType: 'video/VP9' },
    { mimeType: 'video/AV1' },
  ]);
});

test('sends three sizes of a 720p camera from small to large', () => {
  expect(chooseLayers(3, 720)).toEqual([
    { rid: 'low', scaleResolutionDownBy: 4, maxBitrate: 160_000, maxFramerate: 20 },
    { rid: 'middle', scaleResolutionDownBy: 2, maxBitrate: 450_000, maxFramerate: 20 },
    { rid: 'high', scaleResolutionDownBy: 1, maxBitrate: 1_700_000, maxFramerate: 30 },
  ]);
  expect(chooseLayers(3, null)).toEqual(chooseLayers(3, 720));
});

test('sends the two larger sizes if only two are wanted', () => {
  expect(chooseLayers(2, 720).map(({ rid }) => rid)).toEqual(['middle', 'high']);
});

test('leaves out sizes that would be smaller than 120 lines', () => {
  expect(chooseLayers(3, 360).map(({ rid }) => rid)).toEqual(['middle', 'high']);
});

test('sends a small picture once, without a layer name', () => {
  expect(chooseLayers(3, 200)).toEqual([{ scaleResolutionDownBy: 1, maxBitrate: 472_222, maxFramerate: 30 }]);
});

test('sends fewer bits of a smaller picture', () => {
  expect(chooseLayers(3, 360).map(({ maxBitrate }) => maxBitrate)).toEqual([225_000, 850_000]);
});

test('scales a 1080p camera down to 720 lines', () => {
  expect(chooseLayers(3, 1080).map(({ scaleResolutionDownBy }) => scaleResolutionDownBy)).toEqual([
    6, 3, 1.5,
  ]);
});
