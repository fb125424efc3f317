import { beforeEach, expect, test } from 'vitest';
import { quietMs, ReplacedPublishers } from './replaced-publishers.ts';

const [encoder, page] = ['encoder', 'page'].map((token) => ({ room: 'lounge', token })) as [
  { room: string; token: string },
  { room: string; token: string },
];
let now: number;
let replaced: ReplacedPublishers;
beforeEach(() => {
  now = 0;
  replaced = new ReplacedPublishers(() => now);
  replaced.add(encoder, page);
});

const attempt = (publishing = encoder) => {
  try {
    replaced.requireFree(publishing, true);
    return 'accepted';
  } catch {
    return 'refused';
  }
};

test('refuses a replaced publisher, but no other token and no other room', () => {
  expect(attempt()).toBe('refused');
  expect(attempt({ ...encoder, token: 'fresh' })).toBe('accepted');
  expect(attempt({ ...encoder, room: 'attic' })).toBe('accepted');
  expect(attempt(page)).toBe('accepted');
});

test('a publisher that reconnects does not replace itself', () => {
  replaced.add(page, page);
  expect(attempt(page)).toBe('accepted');
});

test('accepts it once its room is free, and then again', () => {
  replaced.requireFree(encoder, false);
  expect(attempt()).toBe('accepted');
});

test('accepts it after a pause in which it made no attempt', () => {
  for (let tries = 0; tries < 3; tries += 1) {
    now += quietMs - 1;
    replaced.forget();
    expect(attempt()).toBe('refused');
  }
  now += quietMs;
  expect(attempt()).toBe('accepted');
});
