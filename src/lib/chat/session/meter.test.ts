import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  $meter,
  $watchedSeconds,
  clockOf,
  readMeter,
  seeFirstPicture,
  startMeter,
  stopMeter,
} from './meter.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [0, '00:00:00'],
  [59, '00:00:59'],
  [200, '00:03:20'],
  [3661, '01:01:01'],
  [360_000, '100:00:00'],
])('writes %i seconds as %s', (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock);
});

it('counts from the first picture to the end, second by second', () => {
  const seen: number[] = [];
  startMeter({ price: 60, spent: 0 });
  const stop = $watchedSeconds.subscribe((seconds) => seen.push(seconds));
  vi.advanceTimersByTime(5000);
  expect(seeFirstPicture(Date.now())).toBe(true);
  vi.advanceTimersByTime(2000);
  expect(seeFirstPicture(Date.now())).toBe(false);
  stopMeter(Date.now());
  vi.advanceTimersByTime(5000);
  stop();
  expect(seen).toEqual([0, 1, 2]);
});

it('shows the server’s price and sum, and begins anew with the next chat', () => {
  startMeter({ price: 60, spent: 0 });
  seeFirstPicture(Date.now());
  readMeter({ price: 60, spent: 180 });
  expect($meter.get()).toMatchObject({ price: 60, spent: 180, from: 1_000_000 });
  startMeter({ price: 0, spent: 0 });
  expect($meter.get()).toEqual({ price: 0, spent: 0, from: null, until: null });
});
