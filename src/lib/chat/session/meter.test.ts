import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $wallet } from '../../wallet/spending/store.ts';
import {
  $isLastMinute,
  $meter,
  $now,
  $watchedSeconds,
  readMeter,
  seeFirstPicture,
  startMeter,
  stopMeter,
} from './meter.ts';

beforeEach(() => {
  // A store stays mounted for a second: another file's would go on with the real time.
  cleanStores($now, $watchedSeconds);
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts from the first picture to the end, second by second', () => {
  const seen: number[] = [];
  startMeter({ price: 60, spent: 0, leftMs: null });
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
  startMeter({ price: 60, spent: 0, leftMs: null });
  seeFirstPicture(Date.now());
  readMeter({ price: 60, spent: 180, leftMs: 40_000 });
  expect($meter.get()).toMatchObject({ price: 60, spent: 180, leftMs: 40_000, from: 1_000_000 });
  startMeter({ price: 0, spent: 0, leftMs: null });
  expect($meter.get()).toEqual({ price: 0, spent: 0, leftMs: null, from: null, until: null });
});

it.each([
  ['a running minute and credits for another', { price: 60, leftMs: 60_000 }, 60, false],
  ['a running minute and one credit too few', { price: 60, leftMs: 60_000 }, 59, true],
  ['no minute that runs yet', { price: 60, leftMs: null }, 0, false],
  ['free chat', { price: 0, leftMs: null }, 0, false],
  ['a balance nobody knows', { price: 60, leftMs: 60_000 }, null, false],
] as const)('knows the last minute: %s', (_, meter, credits, isLast) => {
  startMeter({ ...meter, spent: 0 });
  $wallet.setKey('credits', credits);
  expect($isLastMinute.get()).toBe(isLast);
});
