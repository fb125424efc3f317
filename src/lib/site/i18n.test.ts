import { describe, expect, test } from 'vitest';
import { getT, lookUp, pickMessages } from './i18n.ts';

describe('getT', () => {
  test('two requests at once each keep their own language', () => {
    const dutch = getT('nl');
    const english = getT('en');
    expect([dutch('header.login'), english('header.login'), dutch('header.login')]).toEqual([
      'Inloggen',
      'Log in',
      'Inloggen',
    ]);
  });
  test('fills in values without escaping them: the page does that', () => {
    expect(getT('nl')('header.greeting', { username: 'a & b' })).toBe('Hoi a & b');
  });
  test('counts one and many', () => {
    expect(getT('en')('grid.count', { count: 1 })).toBe('1 performer');
    expect(getT('en')('grid.count', { count: 2 })).toBe('2 performers');
  });
  test('writes numbers in the language of the page', () => {
    expect(getT('nl')('grid.count', { count: 1250 })).toBe('1.250 performers');
    expect(getT('en')('grid.count', { count: 1250 })).toBe('1,250 performers');
  });
});

test('a coded value without a text is shown as it came', () => {
  expect(lookUp('en', 'profile.value.hairColor.dark_blonde', 'dark_blonde')).toBe('Dark blonde');
  expect(lookUp('en', 'profile.value.hairColor.emerald', 'emerald')).toBe('emerald');
});

test('an island is handed the texts it names and no others', () => {
  const picked = pickMessages('nl', ['ui.close', 'theme']);
  expect(picked).toEqual({
    ui: { close: 'Sluiten' },
    theme: { dark: 'Donker', label: 'Weergave', light: 'Licht', system: 'Systeem' },
  });
});
