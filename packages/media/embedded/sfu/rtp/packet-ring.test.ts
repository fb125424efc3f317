import { expect, test } from 'vitest';
import { IndexRing, ringSize } from './packet-ring.ts';

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
