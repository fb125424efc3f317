import { expect, it } from 'vitest';
import { filterValues } from '#contract/performers/filters.ts';
import { statusLook } from '#contract/performers/looks.ts';
import { lookUp } from '../../site/i18n.ts';
import { nameKeyOf } from '../list/filters.ts';
import { wayIn } from '../profile/way-in.ts';
import { statusWords } from './status-words.ts';

const words = {
  nl: {
    badges: ['Offline', 'Live', 'Gratis live', 'In VIP', 'Pauze'],
    notes: ['Nu niet live.', /per minuut/, /^Gratis/, /^Nu bezet/, /^Even pauze/],
    filters: ['Online', 'Offline', 'Live', 'Gratis live', 'In VIP'],
  },
  en: {
    badges: ['Offline', 'Live', 'Free live', 'In VIP', 'On a break'],
    notes: ['Not live right now.', /a minute/, /^Free/, /^Busy/, /^On a break/],
    filters: ['Online', 'Offline', 'Live', 'Free live', 'In VIP'],
  },
  de: {
    badges: ['Offline', 'Live', 'Gratis live', 'In VIP', 'Pause'],
    notes: ['Gerade nicht live.', /pro Minute/, /^Gratis/, /^Gerade in einer VIP/, /^Kurze Pause/],
    filters: ['Online', 'Offline', 'Live', 'Gratis live', 'In VIP'],
  },
};

it.each(['nl', 'en', 'de'] as const)(
  'L3.3 each status has a text everywhere it is shown, in %s',
  (locale) => {
    const { badges, notes, filters } = words[locale];
    for (const [place, status] of [0, 1, 3, 5, 9].entries()) {
      expect(statusWords(locale)[statusLook(status)]).toBe(badges[place]);
      expect(lookUp(locale, wayIn(status).note, '')).toMatch(notes[place] ?? '');
    }
    expect(
      filterValues.status.map((value) => lookUp(locale, nameKeyOf({ name: 'status', value }), '')),
    ).toEqual(filters);
  },
);

it.each([
  [0, false],
  [1, true],
  [3, true],
  [5, false],
  [9, false],
])('a profile leads into the chat with status %i: %s', (status, open) => {
  expect(wayIn(status).open).toBe(open);
});
