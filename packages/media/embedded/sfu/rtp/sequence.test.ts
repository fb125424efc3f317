import { expect, test } from 'vitest';
import { indexNear, rolloverOf, seqOf, timeBetween, Unwrapped } from './sequence.ts';

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
