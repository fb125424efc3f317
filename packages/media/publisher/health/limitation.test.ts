import { expect, test } from 'vitest';
import { LimitationDetector } from './limitation.ts';

/** Observes once a second; 1 means limited. */
const observe = (seconds: readonly number[]) => {
  const detector = new LimitationDetector();
  return seconds.map((limited, second) => Number(detector.observe(limited === 1, second * 1000)));
};

test('ignores a single limitation', () => {
  expect(observe([0, 1, 0, 0, 0])).toEqual([0, 0, 0, 0, 0]);
});

test('reports the second limitation within four seconds', () => {
  expect(observe([1, 0, 0, 0, 1])).toEqual([0, 0, 0, 0, 1]);
  expect(observe([1, 0, 0, 0, 0, 1])).toEqual([0, 0, 0, 0, 0, 0]);
});

test('ends ten seconds after the last limitation', () => {
  const quiet = Array.from({ length: 10 }, () => 0);
  expect(observe([1, 1, ...quiet]).slice(-2)).toEqual([1, 0]);
});
