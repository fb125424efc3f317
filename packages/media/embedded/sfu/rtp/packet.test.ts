import { expect, test } from 'vitest';
import { readH264, readSpsSize } from './h264.ts';
import { IndexRing, ringSize } from './packet.ts';
import { vp8Payload } from './testing.ts';
import { readVp8, renumberVp8 } from './vp8.ts';

test('finds an entry until the ring is full of newer ones', () => {
  const ring = new IndexRing<{ index: number }>();
  const wanted = { index: 65_000 };
  ring.add(wanted);
  for (let index = 65_001; index < 65_000 + ringSize; index += 1) ring.add({ index });
  expect(ring.find(65_000)).toBe(wanted);
  ring.add({ index: 65_000 + ringSize });
  expect(ring.find(65_000)).toBeUndefined();
});

test('knows that an index may have been added, even after its slot was reused', () => {
  const ring = new IndexRing<{ index: number }>();
  ring.add({ index: 700 });
  expect([700 - ringSize, 700, 701, 700 + ringSize].map((index) => ring.isTaken(index))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('finds no entry that was never added', () => {
  expect(new IndexRing().find(1)).toBeUndefined();
});

test('VP8: reads size, picture id and temporal layer of a key frame', () => {
  const payload = vp8Payload({ isKey: true, width: 1280, height: 720, picture: 30_000, tl0: 200 });
  expect(readVp8(payload)).toMatchObject({
    isKey: true,
    size: { width: 1280, height: 720 },
    picture: 30_000,
    tl0: 200,
    tid: 0,
  });
});

test('VP8: reads temporal layer and layer sync of another frame', () => {
  expect(readVp8(vp8Payload({ tid: 2, isSync: true }))).toMatchObject({ isKey: false, tid: 2, isSync: true });
  expect(readVp8(vp8Payload({ tid: 1 }))).toMatchObject({ tid: 1, isSync: false });
});

test('VP8: only the first packet of a key frame counts as its beginning', () => {
  expect(readVp8(vp8Payload({ isKey: true, isStart: false })).isKey).toBe(false);
});

test.each([
  ['nothing', ''],
  ['a descriptor that is cut off', '90e080'],
  ['a plain descriptor', '10'],
  ['a short picture id', '90807f01'],
])('VP8: %s is read without an error', (_name, hex) => {
  expect(readVp8(Buffer.from(hex, 'hex')).isKey).toBe(false);
});

test('VP8: writes numbers to a copy and keeps the payload unchanged', () => {
  const payload = vp8Payload({ picture: 77, tl0: 3, tid: 1 });
  const before = Buffer.from(payload);
  const changed = readVp8(Buffer.from(renumberVp8(payload, readVp8(payload), 32_767, 255)));
  expect(changed).toMatchObject({ picture: 32_767, tl0: 255, tid: 1 });
  expect(payload).toEqual(before);
  expect(renumberVp8(payload, readVp8(payload), 77, 3)).toBe(payload);
});

test('VP8: keeps a picture id of seven bits', () => {
  const payload = Buffer.from('90800501', 'hex');
  expect(readVp8(Buffer.from(renumberVp8(payload, readVp8(payload), 6, 0)))).toMatchObject({
    picture: 6,
    pictureMask: 0x7f,
  });
});

/** From x264, 640×480, baseline profile; and from another encoder, 1280×720, high profile. */
const baseline = '6742c01eda0280f684000003000400000300f03c58ba80';
const high = '6764001facd9405005bb011000000300100000030300f1831960';

test('H.264: reads the size from the parameter set', () => {
  expect(readSpsSize(Buffer.from(baseline, 'hex').subarray(1))).toEqual({ width: 640, height: 480 });
  expect(readSpsSize(Buffer.from(high, 'hex').subarray(1))).toEqual({ width: 1280, height: 720 });
  expect(readSpsSize(Buffer.from('42c0', 'hex'))).toBeNull();
});

const stapA = `78${'0017'}${baseline}${'0004'}68ce3c80`;

test.each([
  ['a parameter set', baseline, true],
  ['parameter sets in one packet', stapA, true],
  ['an IDR slice', '65888040', true],
  ['the first fragment of an IDR slice', '7c85888040', true],
  ['a later fragment of it', '7c05888040', false],
  ['another slice', '419a2110', false],
  ['a fragment of another slice', '5c819a2110', false],
  ['nothing', '', false],
])('H.264: whether a key frame begins with %s', (_name, hex, isKey) => {
  expect(readH264(Buffer.from(hex, 'hex')).isKey).toBe(isKey);
});

test('H.264: only unreferenced slices can be dropped', () => {
  expect(readH264(Buffer.from('019a2110', 'hex'))).toMatchObject({ tid: 1, isSync: true });
  expect(readH264(Buffer.from('1c819a2110', 'hex'))).toMatchObject({ tid: 1 });
  expect(readH264(Buffer.from('419a2110', 'hex')).tid).toBe(0);
  expect(readH264(Buffer.from('0605ffff', 'hex')).tid).toBe(0);
});
