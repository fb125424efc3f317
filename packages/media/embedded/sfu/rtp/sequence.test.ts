import { expect, test } from 'vitest';
import { indexNear, Missing, rolloverOf, seqOf, timeBetween, Unwrapped } from './sequence.ts';

function unwrapped() {
  const numbers = new Unwrapped();
  const first = numbers.index(65_530);
  return { numbers, first };
}

test('packets keep their distance over the wrap-around', () => {
  const { numbers, first } = unwrapped();
  expect(numbers.index(4) - first).toBe(10);
});

test('keeps the size of a gap over the wrap-around', () => {
  const { numbers, first } = unwrapped();
  expect(numbers.index(494) - first).toBe(500);
});

test('the index continues when sequence numbers restart', () => {
  const { numbers, first } = unwrapped();
  let last = first;
  for (let count = 1; count <= 3 * 65_536; count += 1) last = numbers.index((65_530 + count) & 0xffff);
  expect(last - first).toBe(3 * 65_536);
  expect(rolloverOf(last) - rolloverOf(first)).toBe(3);
  expect(seqOf(last)).toBe(seqOf(first));
});

test('a late packet gets its own index', () => {
  const { numbers, first } = unwrapped();
  numbers.index(65_532);
  expect(numbers.index(65_531)).toBe(first + 1);
});

test('a packet from before the first one has an index too', () => {
  const { numbers, first } = unwrapped();
  expect(numbers.index(65_529)).toBe(first - 1);
});

test('compares time over the wrap-around', () => {
  expect(timeBetween(0xffff_fff0, 16)).toBe(32);
  expect(timeBetween(16, 0xffff_fff0)).toBe(-32);
});

test.each([
  [3, 0x1_0001, 0x1_0003],
  [0xfffe, 0x1_0001, 0xfffe],
  [1, 0x1_fffe, 0x2_0001],
])('number %i near %i is index %i', (seq, near, index) => {
  expect(indexNear(seq, near)).toBe(index);
});

function afterGap() {
  const missing = new Missing();
  missing.came(10, 0);
  missing.came(13, 0);
  return missing;
}

test('requests a skipped packet after a moment', () => {
  const missing = afterGap();
  expect(missing.due(5)).toEqual([]);
  expect(missing.due(20)).toEqual([11, 12]);
});

test('does not request a packet that arrives late', () => {
  const missing = afterGap();
  missing.came(12, 10);
  expect(missing.due(20)).toEqual([11]);
  missing.came(11, 30);
  expect(missing.size).toBe(0);
});

test('requests a missing packet repeatedly and finally gives up', () => {
  const missing = afterGap();
  let requests = 0;
  for (let now = 0; now < 5000; now += 10) requests += missing.due(now).length;
  expect(requests).toBe(16);
  expect(missing.size).toBe(0);
});

test('awaits an answer from the first request until some time after the last', () => {
  const missing = afterGap();
  expect(missing.awaits(11)).toBe(false);
  missing.due(20);
  expect([10, 11, 12, 13].map((seq) => missing.awaits(seq))).toEqual([false, true, true, false]);
  missing.came(11, 30);
  expect(missing.awaits(11)).toBe(false);
  let lastAt = 20;
  for (let now = 30; now < 5000; now += 10) if (missing.due(now).length > 0) lastAt = now;
  expect(missing.awaits(12)).toBe(false);
  const again = afterGap();
  for (let now = 20; now <= lastAt; now += 10) again.due(now);
  expect(again.awaits(12)).toBe(true);
});

test('does not count a restart as loss', () => {
  const missing = afterGap();
  missing.came(5000, 10);
  expect(missing.due(1000)).toEqual([]);
});
