import { describe, expect, it } from 'vitest';
import {
  isFree,
  isLive,
  isPaused,
  isVip,
  onlineStatusSchema,
  statusChoiceSchema,
  statusesOf,
  statusStyle,
} from './status.ts';

describe('performer status', () => {
  it.each([
    [0, { live: false, free: false, vip: false, paused: false }, 'offline'],
    [1, { live: true, free: false, vip: false, paused: false }, 'online'],
    [3, { live: true, free: true, vip: false, paused: false }, 'infree'],
    [5, { live: true, free: false, vip: true, paused: false }, 'invip'],
    [9, { live: true, free: false, vip: false, paused: true }, 'online'],
  ] as const)('P3.1 P3.2 P3.3 %i has its bits and its look', (status, bits, style) => {
    expect({
      live: isLive(status),
      free: isFree(status),
      vip: isVip(status),
      paused: isPaused(status),
    }).toEqual(bits);
    expect(statusStyle(status)).toBe(style);
  });

  it('P3.2 looks VIP before free, and free before live', () => {
    expect(statusStyle(7)).toBe('invip');
    expect(statusStyle(3)).toBe('infree');
  });

  it.each([2, 4, 8, 6, 7, 15, -1, 1.5, '3', null])('P3.3 refuses to store %s', (value) => {
    expect(onlineStatusSchema.safeParse(value).success).toBe(false);
  });
});

describe('a filter on the stored status', () => {
  it.each([
    ['free', [3]],
    [
      ['live', 'vip', 'offline'],
      [1, 5, 0],
    ],
    ['online', [1, 3, 5, 9]],
    [
      ['3', 5],
      [3, 5],
    ],
    [
      [2, 4, '8'],
      [3, 5, 9],
    ],
    [1, [1]],
    ['pause', [9]],
    [[], []],
  ])('P3.3 L9.13 %j finds %j', (choice, expected) => {
    expect(statusesOf(statusChoiceSchema.parse(choice))).toEqual(expected);
  });

  it.each([6, 7, '10', 'free ', 'FREE', null, { free: true }])('refuses %j', (choice) => {
    expect(statusChoiceSchema.safeParse(choice).success).toBe(false);
  });
});
