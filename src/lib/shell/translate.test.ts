import { expect, test } from 'vitest';
import { translator } from './translate.ts';

const messages = {
  header: { greeting: 'Hoi {{username}}', creditsUnit_one: 'credit', creditsUnit_other: 'credits' },
};

test('an island fills in values as the server does', () => {
  expect(translator(messages, 'nl')('header.greeting', { username: 'demo' })).toBe('Hoi demo');
});

test('an island counts one and many', () => {
  const t = translator(messages, 'nl');
  expect([0, 1, 2].map((count) => t('header.creditsUnit', { count }))).toEqual([
    'credits',
    'credit',
    'credits',
  ]);
});

test('a text the island was not handed shows its key, so that it is seen', () => {
  expect(translator(messages, 'nl')('header.login')).toBe('header.login');
});
