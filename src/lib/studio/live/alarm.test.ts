import { createClock } from '@vonk/media/publisher';
import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ALARM_AFTER_MS, ALARM_EVERY_MS, type Alarm, createAlarm, notesOf } from './alarm.ts';
import { averageMs } from './delay.ts';
import type { LiveState } from './live-state.ts';

const $live = atom({ isAlarm: false } as LiveState);
const play = vi.fn();
let alarm: Alarm;
const set = (isAlarm: boolean) => $live.set({ isAlarm } as LiveState);

beforeEach(() => {
  vi.useFakeTimers();
  play.mockClear();
  set(false);
  // Without workers, as here, it uses the page's own timers.
  alarm = createAlarm($live, { clock: createClock(), play });
});
afterEach(() => {
  alarm.close();
  vi.useRealTimers();
});

it('is silent about a gap that ends by itself', () => {
  set(true);
  vi.advanceTimersByTime(ALARM_AFTER_MS - 1);
  set(false);
  vi.advanceTimersByTime(60_000);
  expect(play.mock.calls).toEqual([]);
  expect(alarm.$alarm.get()).toBe(false);
});

it('sounds until somebody can see her again', () => {
  set(true);
  vi.advanceTimersByTime(ALARM_AFTER_MS / 2);
  set(true);
  vi.advanceTimersByTime(ALARM_AFTER_MS / 2);
  expect(alarm.$alarm.get()).toBe(true);
  expect(play).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * ALARM_EVERY_MS);
  expect(play).toHaveBeenCalledTimes(3);
  set(false);
  expect(alarm.$alarm.get()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(play).toHaveBeenCalledTimes(3);
});

it.each([
  [[-1.4, -0.6], 0],
  [[0.4, 0.4], 0],
  [[10, 21], 16],
])('frames that were shown after %j ms have a delay of %i ms', (delays, ms) =>
  expect(averageMs(delays)).toBe(ms),
);

it.each([
  [1, 1],
  [99, 1],
  [100, 2],
  [249, 2],
  [250, 3],
  [999, 3],
  [1000, 4],
  [50_000, 4],
])('a tip of %i credits has %i notes', (amount, count) => expect(notesOf(amount)).toHaveLength(count));
