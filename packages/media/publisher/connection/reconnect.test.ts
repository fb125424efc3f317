import { expect, test } from 'vitest';
import { reconnectDelayMs, reconnectSteps } from './reconnect.ts';

const delays = (random: number) =>
  Array.from({ length: 11 }, (_, at) =>
    reconnectDelayMs(reconnectSteps, at + 1, { retryAfterMs: null, random }),
  );

test('reconnects at once, then at growing intervals up to 7 s, and gives up after ten attempts', () => {
  expect(delays(0)).toEqual([0, 300, 1200, 2700, 4800, 7000, 7000, 7000, 7000, 7000, null]);
});

test('adds at most a fifth to a wait', () => {
  expect(delays(1)).toEqual([0, 360, 1440, 3240, 5760, 8400, 8400, 8400, 8400, 8400, null]);
});

test('waits as long as Retry-After, but not less than the step', () => {
  expect(reconnectDelayMs(reconnectSteps, 1, { retryAfterMs: 2000, random: 0 })).toBe(2000);
  expect(reconnectDelayMs(reconnectSteps, 5, { retryAfterMs: 2000, random: 0 })).toBe(4800);
});
