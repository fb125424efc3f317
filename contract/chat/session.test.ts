import { expect, it } from 'vitest';
import { onlineStatus } from '../performers/status.ts';
import { chatTypeFor, countedStall, MINUTE_MS, minutePrice, stallCredit } from './session.ts';

const { offline, online, free, vip, paused } = onlineStatus;

it.each([
  [online, 'chat'],
  [free, 'free'],
  [vip, null],
  [paused, null],
  [offline, null],
] as const)('offers a newcomer of status %i: %s', (status, type) => {
  expect(chatTypeFor(status)).toBe(type);
});

it.each([
  ['a minute of chat', 'chat', online, 60],
  ['a minute of VIP', 'vip', vip, 240],
  ['free chat', 'free', free, 0],
  ['chat while the performer pauses', 'chat', paused, 0],
] as const)('asks for %s its price', (_, type, status, price) => {
  expect(minutePrice(type, status)).toBe(price);
});

it.each([
  ['nothing within the tolerance', 60, 5000, 0],
  ['pro rata above it, rounded down', 60, 10_999, 10],
  ['the whole minute at most', 60, 10 * MINUTE_MS, 60],
  ['VIP at its price', 240, 30_000, 120],
] as const)('gives back %s', (_, price, stalledMs, credit) => {
  expect(stallCredit(price, stalledMs)).toBe(credit);
});

it.each([
  ['what both say', 12_000, 12_000, 12_000],
  ['what the server saw, whatever the player says', 0, 45_000, 45_000],
  ['a short stall that only the player noticed', 12_000, 0, 12_000],
  ['of a long one that only the player claims: half a minute', 60_000, 0, 30_000],
  ['half a minute on top of what the server saw', 60_000, 10_000, 40_000],
] as const)('counts %s', (_, claimed, seen, counted) => {
  expect(countedStall({ claimed, seen })).toBe(counted);
});
