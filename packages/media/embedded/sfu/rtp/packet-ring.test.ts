import { expect, test } from 'vitest';
import { IndexRing, ringSize } from './packet-ring.ts';

test('finds an entry until as many others have come', () => {
  const ring = new IndexRing<{ index: number }>();
  const wanted = { index: 65_000 };
  ring.add(wanted);
  for (let index = 65_001; index < 65_000 + ringSize; index += 1) ring.add({ index });
  expect(ring.find(65_000)).toBe(wanted);
  ring.add({ index: 65_000 + ringSize });
  expect(ring.find(65_000)).toBeUndefined();
});

test('knows what may have been there, also after others have taken its place', () => {
  const ring = new IndexRing<{ index: number }>();
  ring.add({ index: 700 });
  expect([700 - ringSize, 700, 701, 700 + ringSize].map((index) => ring.isTaken(index))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('finds nothing that was never there', () => {
  expect(new IndexRing().find(1)).toBeUndefined();
});
