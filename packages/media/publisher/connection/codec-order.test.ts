import { expect, test } from 'vitest';
import { orderCodecs } from './codec-order.ts';

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
