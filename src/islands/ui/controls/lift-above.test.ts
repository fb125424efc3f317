import { expect, it } from 'vitest';
import { liftAbove } from './lift-above.ts';

/** Viewport of a phone, 390 by 844. */
const box = (top: number, bottom: number, left = 16, right = 374) => ({ top, bottom, left, right });
const toast = box(776, 828);
const composer = box(776, 844, 0, 390);

it('stays if nothing is in its way', () => {
  expect(liftAbove(toast, [])).toBe(0);
  expect(liftAbove(toast, [box(60, 96, 300, 380), box(0, 0, 0, 0)])).toBe(0);
});

it('stays beside boxes further to one side', () => {
  expect(liftAbove(box(776, 828, 320, 704), [box(776, 844, 720, 1100)])).toBe(0);
});

it('moves up only as far as needed', () => {
  expect(toast.bottom - liftAbove(toast, [composer])).toBe(776 - 12);
});

it('clears all boxes on its way, in any order', () => {
  const pinned = box(720, 756, 250, 380);
  for (const others of [
    [composer, pinned],
    [pinned, composer],
  ])
    expect(toast.bottom - liftAbove(toast, others)).toBe(720 - 12);
});
