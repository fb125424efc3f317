import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inEachLocale, locales } from '../locales.ts';
import { idIn, parseWholeNumber } from './whole-number.ts';

const separators = inEachLocale((locale) => (1000).toLocaleString(locale).replace(/\d/g, ''));
const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe('parseWholeNumber', () => {
  it.each([
    ['nl', '100', 100],
    ['nl', ' 100 ', 100],
    ['nl', '0100', 100],
    ['nl', '1000', 1000],
    ['nl', '1.000', 1000],
    ['nl', '100.000', 100_000],
    ['nl', '1.000.000', 1_000_000],
    ['en', '1,000', 1000],
    ['en', '1,000,000', 1_000_000],
  ] as const)('in %s reads %j as %d', (locale, text, number) => {
    expect(parseWholeNumber(text, locale)).toBe(number);
  });

  it.each([
    '',
    ' ',
    '-150',
    '+150',
    '100.5',
    '100,5',
    '100,50',
    '1.00',
    '1,00',
    '1.0000',
    '1000.000',
    '.100',
    '0.100',
    '0,100',
    '1.000,00',
    '1,000.00',
    '1e3',
    '0x64',
    'Infinity',
    'NaN',
    '100 euro',
    '€100',
    '1 000',
    '1 000',
    "1'000",
    '١٠٠',
    '１００',
    '100-',
    '9'.repeat(40),
  ])('rejects %j in every language', (text) => {
    for (const locale of locales) expect(parseWholeNumber(text, locale)).toBeNull();
  });

  it('rejects the thousands separator of another language, a decimal sign here', () => {
    expect(parseWholeNumber('1,000', 'nl')).toBeNull();
    expect(parseWholeNumber('1.000', 'en')).toBeNull();
  });

  it('accepts only digits without a language', () => {
    expect(parseWholeNumber('12')).toBe(12);
    for (const text of ['1.000', '1,000', '1e1', '-1', '']) expect(parseWholeNumber(text)).toBeNull();
  });

  it.each(locales)('reads back every number as the page formats it (%s)', (locale) => {
    fc.assert(
      fc.property(whole, (number) => {
        expect(parseWholeNumber(String(number), locale)).toBe(number);
        expect(parseWholeNumber(number.toLocaleString(locale), locale)).toBe(number);
      }),
    );
  });

  it.each(locales)('never returns a number with other digits than those typed (%s)', (locale) => {
    const likely = fc.string({ unit: fc.constantFrom(...'0123456789.,- +e '), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(likely, fc.string()), (text) => {
        const number = parseWholeNumber(text, locale);
        if (number === null) return;
        const groups = text.trim().split(separators[locale]);
        expect(groups.join('')).toMatch(/^\d+$/);
        expect(groups.slice(1).every((group) => group.length === 3)).toBe(true);
        expect(number).toBe(Number(groups.join('')));
      }),
      { numRuns: 2000 },
    );
  });
});

it.each(['7', '999999999'])('reads the id %j', (text) => {
  expect(idIn(text)).toBe(Number(text));
});

it.each([undefined, '', '0', '07', ' 7', '-7', '1.5', '7x', '1234567890'])('finds no id in %j', (text) => {
  expect(idIn(text)).toBe(0);
});
