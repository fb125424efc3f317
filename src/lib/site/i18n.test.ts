import { describe, expect, it, test } from 'vitest';
import { locales } from '#contract/locales.ts';
import { getT, lookUp, pickMessages, textIn } from './i18n.ts';

describe('getT', () => {
  test('concurrent requests keep their own language', () => {
    const dutch = getT('nl');
    const english = getT('en');
    expect(dutch('header.login')).toBe('Inloggen');
    expect(english('header.login')).toBe('Log in');
    expect(dutch('header.login')).toBe('Inloggen');
  });
  test('fills in values without escaping, which the page does', () => {
    expect(getT('nl')('header.greeting', { username: 'a & b' })).toBe('Hoi a & b');
  });
  test('selects singular and plural', () => {
    expect(getT('en')('grid.count', { count: 1 })).toBe('1 performer');
    expect(getT('en')('grid.count', { count: 2 })).toBe('2 performers');
  });
  test.each([
    'chat.receipt.rest.chat',
    'chat.receipt.rest.vip',
    'money.limits.next',
    'money.purchases.withdrawUntil',
    'money.spending.sum',
    'money.withdrawal.doneText',
    'money.withdrawal.gives',
  ] as const)('%s has no plural after 1', (key) => {
    for (const locale of locales)
      expect(getT(locale)(key, { count: 1 })).not.toMatch(/1 (\p{L}+e )?(credits|minuten|minutes)\b/iu);
  });
  test('formats numbers in the page’s language', () => {
    expect(getT('nl')('grid.count', { count: 1250 })).toBe('1.250 performers');
    expect(getT('en')('grid.count', { count: 1250 })).toBe('1,250 performers');
  });
});

test('shows a coded value without a text unchanged', () => {
  expect(lookUp('en', 'profile.value.hairColor.dark_blonde', 'dark_blonde')).toBe('Dark blonde');
  expect(lookUp('en', 'profile.value.hairColor.emerald', 'emerald')).toBe('emerald');
});

test('gives an island only the texts it names', () => {
  const picked = pickMessages('nl', ['ui.close', 'theme']);
  expect(picked).toEqual({
    ui: { close: 'Sluiten' },
    theme: { dark: 'Donker', label: 'Weergave', light: 'Licht', system: 'Systeem' },
  });
});

it('shows a text in the page’s language, in the default one, or in any', () => {
  expect(textIn({ nl: 'Thuis', en: 'Home' }, 'en')).toBe('Home');
  expect(textIn({ nl: 'Thuis', en: 'Home' }, 'de')).toBe('Thuis');
  expect(textIn({ en: 'Home' }, 'de')).toBe('Home');
});
