import { expect, it } from 'vitest';
import { checkClaims, type Stated, type Texts } from './check.ts';
import { makesClaim } from './words.ts';

it.each([
  ['en', 'Nobody else watches or reads along.'],
  ['en', 'VIP: only {{name}} sees you'],
  ['en', 'Performers see your username.'],
  ['en', 'We record nothing.'],
  ['en', 'You pay nothing until it moves again'],
  ['nl', 'Niemand anders kijkt of leest mee.'],
  ['nl', 'Performers zien alleen je gebruikersnaam.'],
  ['nl', 'Onze moderatie kan meekijken.'],
  ['nl', 'Zonder beeld betaal je niets.'],
  ['de', 'Niemand sonst schaut zu.'],
  ['de', 'Nur {{name}} sieht dich'],
  ['de', 'Besucher sehen nur dein Alter.'],
  ['de', 'Wir speichern deine Nachrichten ein Jahr.'],
] as const)('finds a claim in %s: %s', (locale, text) => {
  expect(makesClaim(text, locale)).toBe(true);
});

it.each([
  ['en', 'Choose a password of 8 to 64 characters.'],
  ['nl', 'Kies een wachtwoord van 8 tot 64 tekens.'],
  ['de', 'Wähle ein Passwort mit 8 bis 64 Zeichen.'],
  ['en', 'Only letters and digits. Read the terms.'],
] as const)('finds none in %s: %s', (locale, text) => {
  expect(makesClaim(text, locale)).toBe(false);
});

const text = { en: 'Only Vera sees you.', nl: 'Alleen Vera ziet je.', de: 'Nur Vera sieht dich.' };
const claim = {
  claim: 'Only Vera sees it',
  texts: ['a.b'],
  madeBy: ['server/a.ts'],
  shownBy: [['server/a.test.ts', 'shows it to Vera']] as const,
};
const right = {
  stated: { claims: [claim], duties: [], harmless: {} } as Stated,
  texts: new Map([['a.b', text]]) as Texts,
  tests: [{ path: 'server/a.test.ts', text: "it('shows it to Vera only', () => {" }],
  files: new Set(['server/a.ts']),
};
const mistakes = ({ stated, ...found }: typeof right) => checkClaims(stated, found);

it('accepts a claim with its texts, code and test', () => {
  expect(mistakes(right)).toEqual([]);
});

it.each<[string, Partial<typeof right>, string]>([
  [
    'a new text that claims something',
    { texts: new Map([...right.texts, ['c.d', { ...text, en: 'She is here.' }]]) },
    'c.d claims something (“Alleen Vera ziet je.”)',
  ],
  ['a text that is gone', { texts: new Map() }, 'a.b is no text any more'],
  ['a language that does not say it', { texts: new Map([['a.b', { en: text.en, nl: text.nl }]]) }, 'in de'],
  ['a test that is gone', { tests: [] }, 'server/a.test.ts has no test “shows it to Vera”'],
  ['code that is gone', { files: new Set() }, 'server/a.ts does not exist'],
  [
    'a claim without a test',
    { stated: { ...right.stated, claims: [{ ...claim, shownBy: [] }] } },
    'No test shows',
  ],
  [
    'an exception for a text that has no such words',
    {
      texts: new Map([...right.texts, ['c.d', { en: 'Hello' }]]),
      stated: { ...right.stated, harmless: { greets: ['c.d'] } },
    },
    'c.d has no word of a claim',
  ],
  [
    'an exception for a text in the table',
    { stated: { ...right.stated, harmless: { greets: ['a.b'] } } },
    'a.b is in the table of claims too',
  ],
])('reports %s', (_, change, sentence) => {
  expect(mistakes({ ...right, ...change }).join('\n')).toContain(sentence);
});
