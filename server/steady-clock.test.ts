import { beforeEach, describe, expect, it } from 'vitest';
import { createSteadyClock, type SteadyClock } from './steady-clock.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

describe('the steady clock', () => {
  let host: { wallMs: number; monotonicMs: number };
  let clock: SteadyClock;
  const pass = (ms: number) => {
    host.wallMs += ms;
    host.monotonicMs += ms;
  };

  beforeEach(() => {
    host = { wallMs: START, monotonicMs: 5000 };
    clock = createSteadyClock({ wall: () => host.wallMs, monotonic: () => host.monotonicMs });
  });

  it('starts at the wall clock and runs with it', () => {
    expect(clock.now().getTime()).toBe(START);
    pass(1500);
    expect(clock.now().getTime()).toBe(START + 1500);
    expect(clock.behindMs()).toBe(0);
  });

  it.each([HOUR, -HOUR, 24 * HOUR])(
    'does not jump by %d ms with the wall clock, and knows the difference',
    (ms) => {
      host.wallMs += ms;
      pass(1000);
      expect(clock.now().getTime()).toBe(START + 1000);
      expect(clock.behindMs()).toBe(ms);
    },
  );

  it('is steered towards the wall clock by a little', () => {
    host.wallMs += 5;
    clock.steer(2);
    expect(clock.behindMs()).toBe(3);
    host.wallMs -= 10;
    clock.steer(2);
    expect(clock.behindMs()).toBe(-5);
  });

  it('follows a wall clock that is ahead, or behind', () => {
    host.wallMs += HOUR;
    clock.follow();
    expect(clock.now().getTime()).toBe(START + HOUR);
    host.wallMs -= 2 * HOUR;
    clock.follow();
    pass(1000);
    expect(clock.now().getTime()).toBe(START - HOUR + 1000);
    expect(clock.behindMs()).toBe(0);
  });
});
