import { expect, it } from 'vitest';
import { onlineStatus } from '../performers/status.ts';
import { chatTypeFor, minutePrice } from './session.ts';

const { offline, online, free, vip, paused } = onlineStatus;

it.each([
  [online, 'chat'],
  [free, 'free'],
  [vip, null],
  [paused, null],
  [offline, null],
] as const)('offers a new viewer at status %i: %s', (status, type) => {
  expect(chatTypeFor(status)).toBe(type);
});

it.each([
  ['a minute of chat', 'chat', online, 60],
  ['a minute of VIP', 'vip', vip, 240],
  ['free chat', 'free', free, 0],
  ['chat while the performer pauses', 'chat', paused, 0],
] as const)('charges the price of %s', (_, type, status, price) => {
  expect(minutePrice(type, status)).toBe(price);
});
