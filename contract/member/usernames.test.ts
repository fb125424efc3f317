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
    ['letters, digits, dash and underscore pass', 'Anna_van-Dam7', null],
    ['the shortest passes', 'a'.repeat(USERNAME_MIN), null],
    ['the longest passes', 'a'.repeat(USERNAME_MAX), null],
    ['one too short is refused', 'a'.repeat(USERNAME_MIN - 1), 'change_username.nicknameLength'],
    ['one too long is refused', 'a'.repeat(USERNAME_MAX + 1), 'change_username.nicknameLength'],
    ['an address is refused for its signs', 'anna@example.com', 'change_username.invalidChar'],
    ['a blank is refused', 'anna dam', 'change_username.invalidChar'],
    ['letters of another script are refused', 'аdmin', 'change_username.invalidChar'],
    ['the house’s own name is refused', 'Vonk', reserved],
    ['a look-alike of the house is refused', '4dm1n', reserved],
    ['dashes do not hide it', '5-upp0rt_', reserved],
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
    ['a forbidden word inside is refused', 'my-wh4tsapp-06', reserved],
  ])('%s', (_, name, expected) => {
    expect(refuseUsername(name)).toBe(expected);
  });

  it('keeps every word of those who run the site', () => {
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

  it('keeps different names apart', () => {
    const names = ['Femke', 'Fenna', 'Yara', 'Lara', 'Elena', 'Helena', 'Sofie', 'Sophie', 'Ruben'];
    expect(new Set(names.map(foldLookAlikes)).size).toBe(names.length);
  });
});

describe('what a name may be taken for', () => {
  it.each([
    ['Femke1', true],
    ['Femke_2', true],
    ['Femke88', false],
    ['Femkes', false],
  ])('is a performer with one digit behind her name, not with a number of one’s own: %s', (name, taken) => {
    expect(readingsOf(name).includes(foldLookAlikes('Femke'))).toBe(taken);
  });
});

describe('a name that tells an e-mail address', () => {
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
  ])('is %s of %s: %s', (name, email, tells) => expect(tellsEmail(name, email)).toBe(tells));
});
