import { expect, it } from 'vitest';
import { onlineStatus } from '../performers/status.ts';
import { chatTypeFor } from './session.ts';

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
