import { expect, test } from 'vitest';
import { translator } from './translate.ts';
import { unreadText } from './unread.ts';

const messages = {
  minute: 'Een minuut kost {{credits}} credits.',
  header: { greeting: 'Hoi {{username}}', creditsUnit_one: 'credit', creditsUnit_other: 'credits' },
};

test('an island fills in values like the server', () => {
  expect(translator(messages, 'nl')('header.greeting', { username: 'demo' })).toBe('Hoi demo');
});

test('an island selects singular and plural', () => {
  const t = translator(messages, 'nl');
  expect([0, 1, 2].map((count) => t('header.creditsUnit', { count }))).toEqual([
    'credits',
    'credit',
    'credits',
  ]);
});

test('shows the key of a text the island did not get, so that it is noticed', () => {
  expect(translator(messages, 'nl')('header.login')).toBe('header.login');
});

test('formats numbers in the page’s language, including counts', () => {
  const key = 'minute' as never;
  const texts = { minute_one: '{{count}} credit', minute_other: '{{count}} credits' };
  expect(translator(messages, 'nl')(key, { credits: 1250 })).toBe('Een minuut kost 1.250 credits.');
  expect(translator(texts, 'nl')(key, { count: 1250 })).toBe('1.250 credits');
  expect(translator(texts, 'en')(key, { count: 1250 })).toBe('1,250 credits');
});

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [4000, '99+'],
])('P9.6 with %i unread shows %s', (count, text) => {
  expect(unreadText(count)).toBe(text);
});
