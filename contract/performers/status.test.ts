import { describe, expect, it } from 'vitest';
import { isFree, isLive, isPaused, isVip, onlineStatusSchema, statusStyle } from './status.ts';

describe('a performer’s status', () => {
  it.each([
    [0, { live: false, free: false, vip: false, paused: false }, 'offline'],
    [1, { live: true, free: false, vip: false, paused: false }, 'online'],
    [3, { live: true, free: true, vip: false, paused: false }, 'infree'],
    [5, { live: true, free: false, vip: true, paused: false }, 'invip'],
    [9, { live: true, free: false, vip: false, paused: true }, 'online'],
  ] as const)('%i has its bits and its look', (status, bits, style) => {
    expect({
      live: isLive(status),
      free: isFree(status),
      vip: isVip(status),
      paused: isPaused(status),
    }).toEqual(bits);
    expect(statusStyle(status)).toBe(style);
  });

  it('looks VIP before free, and free before live', () => {
    expect(statusStyle(7)).toBe('invip');
    expect(statusStyle(3)).toBe('infree');
  });

  it.each([2, 4, 8, 6, 7, 15, -1, 1.5, '3', null])('can not be stored as %s', (value) => {
    expect(onlineStatusSchema.safeParse(value).success).toBe(false);
  });
});
