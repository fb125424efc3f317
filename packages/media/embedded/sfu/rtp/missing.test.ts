import { expect, test } from 'vitest';
import { Missing } from './missing.ts';

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
