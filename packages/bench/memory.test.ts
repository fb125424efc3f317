import { expect, it } from 'vitest';
import { isFlat, slopeOf } from './memory.ts';

it('finds the slope of a line without error', () => {
  const { perX, error } = slopeOf([1, 2, 5, 9].map((x) => [x, 7 + 3 * x] as const));
  expect(perX).toBeCloseTo(3);
  expect(error).toBeCloseTo(0);
});

it('returns the standard error of a textbook example', () => {
  // Computed by hand: residuals 0.1, -0.1, -0.1, 0.1; their squares sum to 0.04, those of x to 5.
  const { perX, error } = slopeOf([
    [0, 0.1],
    [1, 0.9],
    [2, 1.9],
    [3, 3.1],
  ]);
  expect(perX).toBeCloseTo(1);
  expect(error).toBeCloseTo(Math.sqrt(0.04 / 2 / 5));
});

it('distinguishes growth from noise', () => {
  const noise = [3, -2, 1, -3, 2, -1, 3, -2];
  const grown = (each: number) => noise.map((off, x) => [x, 100 + each * x + off] as const);
  expect(isFlat(slopeOf(grown(0)))).toBe(true);
  expect(isFlat(slopeOf(grown(5)))).toBe(false);
  expect(isFlat(slopeOf(grown(-5)))).toBe(false);
});
