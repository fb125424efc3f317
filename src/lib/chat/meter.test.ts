import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $wallet } from '../wallet/store.ts';
import {
  $clockSeconds,
  $isLastMinute,
  $leftSeconds,
  $meter,
  $now,
  $watchedSeconds,
  moveMeter,
  readMeter,
  seeFirstPicture,
  startMeter,
  stopMeter,
} from './meter.ts';

beforeEach(() => {
  // A store stays mounted for a second: one of another test file would run on with real time.
  cleanStores($now, $watchedSeconds, $clockSeconds, $leftSeconds);
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts from the first picture to the end, second by second', () => {
  const seen: number[] = [];
  startMeter({ price: 60, spent: 0, paidMs: 0, leftMs: null });
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

it('shows the server’s price and sum, and starts over with the next chat', () => {
  startMeter({ price: 60, spent: 0, paidMs: 0, leftMs: null });
  seeFirstPicture(Date.now());
  readMeter({ price: 60, spent: 180, paidMs: 0, leftMs: 40_000 });
  expect($meter.get()).toMatchObject({ price: 60, spent: 180, paidMs: 0, leftMs: 40_000, from: 1_000_000 });
  startMeter({ price: 0, spent: 0, paidMs: 0, leftMs: null });
  expect($meter.get()).toMatchObject({
    price: 0,
    spent: 0,
    paidMs: 0,
    leftMs: null,
    from: null,
    until: null,
  });
});

it.each([
  ['a running minute and credits for another', { price: 60, leftMs: 60_000 }, 60, false],
  ['a running minute and one credit too few', { price: 60, leftMs: 60_000 }, 59, true],
  ['units that pay for 58 seconds', { price: 66, unitSeconds: 10, leftMs: 8000 }, 65, true],
  ['units that pay for 68 seconds', { price: 66, unitSeconds: 10, leftMs: 8000 }, 66, false],
  ['no minute that runs yet', { price: 60, leftMs: null }, 0, false],
  ['free chat', { price: 0, leftMs: null }, 0, false],
  ['a balance nobody knows', { price: 60, leftMs: 60_000 }, null, false],
] as const)('knows the last minute: %s', (_, meter, credits, isLast) => {
  startMeter({ ...meter, spent: 0, paidMs: 0 });
  $wallet.setKey('credits', credits);
  expect($isLastMinute.get()).toBe(isLast);
});

describe('L4.28 the clock beside the price', () => {
  const seen: number[] = [];
  let stop = () => {};
  beforeEach(() => {
    seen.length = 0;
    startMeter({ price: 60, spent: 60, paidMs: 0, leftMs: 60_000 });
    stop = $clockSeconds.subscribe((seconds) => seen.push(seconds));
  });
  afterEach(() => stop());
  /** Simulates a keep-alive response with `paidMs` as counted by the server. */
  const read = (paidMs: number) => readMeter({ price: 60, spent: 60, paidMs, leftMs: 60_000 - paidMs });

  it('counts paid time, also between two readings, and never runs back', () => {
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(3000);
    read(2900);
    vi.advanceTimersByTime(3000);
    read(5900);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    expect($leftSeconds.get()).toBe(54);
  });

  it('pauses without a picture and continues with it', () => {
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(4000);
    moveMeter(false);
    vi.advanceTimersByTime(10_000);
    read(4000);
    vi.advanceTimersByTime(10_000);
    expect(seen.at(-1)).toBe(4);
    moveMeter(true);
    vi.advanceTimersByTime(2000);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('pauses when the server gets no keep-alives, as that time is not charged', () => {
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(30_000);
    expect(seen.at(-1)).toBe(6);
  });

  it('stops at the end of the paid minute', () => {
    read(58_000);
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(5000);
    expect(seen.at(-1)).toBe(60);
    expect($leftSeconds.get()).toBe(0);
  });

  it('starts with the stay whose minute continues, and waits for the picture', () => {
    startMeter({ price: 60, spent: 60, paidMs: 26_000, leftMs: 34_000 });
    vi.advanceTimersByTime(5000);
    expect($clockSeconds.get()).toBe(26);
    expect($leftSeconds.get()).toBe(34);
  });

  it('shows only paid time after free chat became a show, and watched time in free chat', () => {
    startMeter({ price: 0, spent: 0, paidMs: 0, leftMs: null });
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(167_000);
    expect($clockSeconds.get()).toBe(167);
    readMeter({ price: 240, spent: 240, paidMs: 0, leftMs: 60_000 });
    expect($clockSeconds.get()).toBe(0);
    vi.advanceTimersByTime(3000);
    expect($clockSeconds.get()).toBe(3);
  });

  it('begins anew with a show', () => {
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(3000);
    read(3000);
    vi.advanceTimersByTime(2000);
    readMeter({ price: 240, spent: 295, paidMs: 1000, leftMs: 59_000 });
    expect($clockSeconds.get()).toBe(1);
  });

  it('begins anew with a show at the price of the chat', () => {
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(30_000);
    read(30_000);
    readMeter({ price: 60, spent: 120, paidMs: 1000, leftMs: 59_000 });
    expect($clockSeconds.get()).toBe(1);
  });

  it('stays after the end', () => {
    seeFirstPicture(Date.now());
    vi.advanceTimersByTime(4000);
    stopMeter(Date.now());
    vi.advanceTimersByTime(9000);
    expect($clockSeconds.get()).toBe(4);
  });
});
