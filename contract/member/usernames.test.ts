import { describe, expect, it } from 'vitest';
import {
  foldLookAlikes,
  readingsOf,
  refuseUsername,
  staffWords,
  tellsEmail,
  USERNAME_MAX,
  USERNAME_MIN,
} from './usernames.ts';

const reserved = 'registration.error.forbiddenWords';

describe('refuseUsername', () => {
  it.each([
    ['P5.19 letters, digits, dash and underscore pass', 'Anna_van-Dam7', null],
    ['the shortest passes', 'a'.repeat(USERNAME_MIN), null],
    ['the longest passes', 'a'.repeat(USERNAME_MAX), null],
    ['P5.20 one too short is refused', 'a'.repeat(USERNAME_MIN - 1), 'change_username.nicknameLength'],
    ['P5.20 one too long is refused', 'a'.repeat(USERNAME_MAX + 1), 'change_username.nicknameLength'],
    ['P5.19 an address is refused for its signs', 'anna@example.com', 'change_username.invalidChar'],
    ['a blank is refused', 'anna dam', 'change_username.invalidChar'],
    ['letters of another script are refused', 'аdmin', 'change_username.invalidChar'],
    ['the house’s own name is refused', 'Vonk', reserved],
    ['P6.12 admin is refused', 'admin', reserved],
    ['P6.12 4dmin is refused', '4dmin', reserved],
    ['P6.12 help is refused', 'help', reserved],
    ['P6.12 support is refused', 'support', reserved],
    ['P6.12 5upport is refused', '5upport', reserved],
    ['P6.12 a look-alike of the house is refused', '4dm1n', reserved],
    ['P6.12 dashes do not hide it', '5-upp0rt_', reserved],
    ['a small L for an I does not hide it', 'admln', reserved],
    ['nor do doubled letters', 'Addmiin', reserved],
    ['nor does a number', 'Support-24', reserved],
    ['nor does the house beside it', 'Vonk_Support', reserved],
    ['nor does another word of the kind, with one letter for two', 'SupportTeam7', reserved],
    ['a longer name that only begins so passes', 'helperonline', null],
    ['a name with such a word and one of its own passes', 'TeamOranje', null],
    ['a member’s number is refused', 'Lid-1', reserved],
    ['without its dash, too', 'L1d6', reserved],
    ['and in English', 'member_12', reserved],
    ['a guest’s name is refused', 'Gast-1234', reserved],
    ['with the letters of one, too', 'gue5t-ab12', reserved],
    ['and as guests are called now', 'Anon-4f2a', reserved],
    ['a guest without a number is refused', 'Gast', reserved],
    ['a name that only begins like a guest’s passes', 'Gastvrij', null],
    ['P5.21 a forbidden word inside is refused', 'my-wh4tsapp-06', reserved],
  ])('%s', (_, name, expected) => {
    expect(refuseUsername(name)).toBe(expected);
  });

  it('refuses every staff word', () => {
    const long = staffWords.filter((name) => name.length >= USERNAME_MIN);
    expect(long.map(refuseUsername)).toEqual(long.map(() => reserved));
  });
});

describe('foldLookAlikes', () => {
  it.each([
    ['capitals', 'FEMKE', 'femke'],
    ['digits for letters', 'F3mk3', 'Femke'],
    ['the specification’s own example', '5upport', 'support'],
    ['separators', 'F-e_m.k e', 'Femke'],
    ['doubled letters', 'Femmkee', 'Femke'],
    ['Cyrillic letters', 'Fеmkе', 'Femke'],
    ['Greek letters', 'Fεmκε', 'Femke'],
    ['marks on letters', 'Fémkë', 'Femke'],
    ['letters of mathematics and full width', '𝐅ｅ𝓂ke', 'Femke'],
    ['what cannot be seen', 'Fem\u200bke', 'Femke'],
    ['an L for an I', 'Eiena', 'Elena'],
    ['two letters that look like one', 'rnarlies', 'Marlies'],
  ])('makes %s equal', (_, one, other) => {
    expect(foldLookAlikes(one)).toBe(foldLookAlikes(other));
  });

  it('keeps different names different', () => {
    const names = ['Femke', 'Fenna', 'Yara', 'Lara', 'Elena', 'Helena', 'Sofie', 'Sophie', 'Ruben'];
    expect(new Set(names.map(foldLookAlikes)).size).toBe(names.length);
  });
});

describe('readingsOf', () => {
  it.each([
    ['Femke1', true],
    ['Femke_2', true],
    ['Femke88', false],
    ['Femkes', false],
  ])('also reads a name without one digit at its end, but not without a longer number: %s', (name, taken) => {
    expect(readingsOf(name).includes(foldLookAlikes('Femke'))).toBe(taken);
  });
});

describe('tellsEmail', () => {
  it.each([
    ['fredjansen', 'fred.jansen@example.com', true],
    ['Fred_Jansen12', 'fred.jansen@example.com', true],
    ['Jansen88', 'fred.jansen@example.com', true],
    ['fr3dj4nsen', 'fred.jansen@example.com', true],
    ['Haven_zoe', 'Zoe1987@example.com', true],
    ['HavenJo', 'jo@example.com', true],
    ['Haven1234', 'fred.jansen@example.com', false],
    ['Haven', 'a.b@example.com', false],
    ['example', 'fred@example.com', false],
  ])('%s with the address %s: %s', (name, email, tells) => expect(tellsEmail(name, email)).toBe(tells));
});
