import { expect, it } from 'vitest';
import { offeredFields, shownFields } from './form-fields.ts';

const profile = {
  fields: {
    hairColor: 'red',
    breastSize: 2,
    tattoo: false,
    piercings: true,
    showType: ['free'],
    luckyNumber: 7,
  },
  texts: { nl: { motto: 'Rustig aan' } },
};
const source = { profile, locale: 'nl', textsIn: 'nl', posted: null, errors: {} } as const;
const chosenIn = (names: Parameters<typeof shownFields>[0], more = {}) =>
  shownFields(names, { ...source, ...more }).map(({ value, options }) => [
    value,
    options.flatMap((option) => (option.chosen ? [option.value] : [])),
  ]);

it('shows what is stored', () => {
  const names = [
    'hairColor',
    'breastSize',
    'tattoo',
    'piercings',
    'showType',
    'luckyNumber',
    'motto',
  ] as const;
  expect(chosenIn([...names, 'zodiac'])).toEqual([
    ['red', ['red']],
    ['2', ['2']],
    ['no', ['no']],
    ['yes', ['yes']],
    ['free', ['free']],
    ['7', []],
    ['Rustig aan', []],
    ['', ['']],
  ]);
  expect(chosenIn(['motto'], { textsIn: 'de' })).toEqual([['', []]]);
});

it('shows what was typed after a mistake, with the errors', () => {
  const posted = new FormData();
  for (const [name, value] of [
    ['motto', 'x'],
    ['hairColor', 'black'],
    ['showType', 'paid'],
  ] as const)
    posted.append(name, value);
  expect(chosenIn(['motto', 'hairColor', 'showType'], { posted })).toEqual([
    ['x', []],
    ['black', ['black']],
    ['paid', ['paid']],
  ]);
  const [motto, number] = shownFields(['motto', 'luckyNumber'], {
    ...source,
    posted,
    errors: { motto: 'long', luckyNumber: 'number' },
  });
  expect(motto?.error).toBe('Gebruik hoogstens 120 tekens.');
  expect(number?.error).toBe('Vul een heel getal in van 0 tot 999.');
});

it('only required fields have no empty choice', () => {
  const [piercings, tattoo] = shownFields(['piercings', 'tattoo'], source);
  expect(piercings?.options.map(({ value }) => value)).toEqual(['yes', 'no']);
  expect(tattoo?.options.map(({ value }) => value)).toEqual(['', 'yes', 'no']);
});

it('offers what the brand has', () => {
  expect(offeredFields(['cybertoy', 'decency'])).toEqual(['cybertoy', 'decency']);
});

it('shows what another tab has stored beside what was typed', () => {
  const posted = new FormData();
  for (const [name, value] of [
    ['motto', 'x'],
    ['hairColor', 'black'],
  ] as const)
    posted.append(name, value);
  const errors = { motto: 'changed', hairColor: 'changed', zodiac: 'changed' } as const;
  const fields = shownFields(['motto', 'hairColor', 'zodiac', 'tattoo'], { ...source, posted, errors });
  expect(fields.map(({ value, stored }) => [value, stored])).toEqual([
    ['x', 'Rustig aan'],
    ['black', 'Rood'],
    ['', 'Niet ingevuld'],
    ['no', undefined],
  ]);
});
