import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roomWordsSchema } from './chat/sanctions.ts';
import { tipDataSchema } from './chat/tips.ts';
import { fillIn } from './content/texts.ts';
import { chatTextSchema } from './fields.ts';
import { idIn, isBlank, own, parseWholeNumber, trimBlank } from './input.ts';
import { inEachLocale, locales } from './locales.ts';
import { passkeyNameSchema } from './member/passkey-calls.ts';
import { refuseMessage, sentMessageSchema } from './messaging/messages.ts';
import { storedValues } from './performers/directory/filters.ts';
import { reportInput } from './safety/report-calls.ts';
import { usualOption } from './wallet/payment.ts';

it.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'])(
  'treats %s as a key like any other',
  (name) => {
    expect(own({ a: 1 }, name)).toBeUndefined();
    expect(own(JSON.parse(`{"${name}":1}`), name)).toBe(1);
    expect(fillIn(`{{${name}}}`)).toBe(`{{${name}}}`);
    expect(storedValues('language', name)).toEqual([name]);
    const card = { id: 'c', provider: 'dialxs', method: 'creditcard' } as const;
    expect(usualOption([card], name)).toBe(card);
  },
);

const blanks = {
  'no characters': '',
  spaces: ' \t\r\n\u00a0\u2003\u3000\u2028',
  'zero width spaces': '\u200b\u200b',
  'a braille blank': '\u2800',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'soft hyphens': '\u00ad\u00ad',
  'joiners and marks of direction': '\u200d\u200c\u200e\u202e\u2066\u2069\u2060',
  'a byte order mark': '\ufeff',
  'variation selectors': '\ufe0f\u{e0100}\u180b',
  tags: '\u{e0001}\u{e0041}\u{e007f}',
  'control characters': '\u0000\u0007\u009f',
  'blank symbols': '\u{1d159}\u{13441}',
  'a mark for an object that is not there': '\ufffc',
  'a lone surrogate': '\ud83d',
  'several kinds': ' \u200b\u2800 \u00ad\n',
};
const id = '6a0d2a42-5c1e-4a06-9a0f-0d3a1b2c3d4e';

it.each(Object.entries(blanks))('treats %s as an empty text in every schema', (_, text) => {
  expect(isBlank(text)).toBe(true);
  expect(trimBlank(text)).toBe('');
  expect(refuseMessage(text)).toBe('empty');
  expect(sentMessageSchema.safeParse({ message: text, clientId: id }).success).toBe(false);
  expect(sentMessageSchema.parse({ message: text, attachment: id, clientId: id }).message).toBe('');
  expect(chatTextSchema.safeParse(text).success).toBe(false);
  expect(tipDataSchema.parse({ amount: 100, message: text }).message).toBe('');
  expect(passkeyNameSchema.safeParse(text).success).toBe(false);
  expect(roomWordsSchema.safeParse([text]).success).toBe(false);
  expect(reportInput.parse({ reason: 'other', details: text, key: id }).details).toBe('');
});

it.each(['a', '.', '0', '❤️', '👩‍👩‍👧', '🇳🇱', 'é', 'e\u0301', 'שלום', '안녕', '1️⃣', '\u200b!\u200b'])(
  'leaves %s',
  (text) => {
    expect(isBlank(text)).toBe(false);
    expect(chatTextSchema.parse(`  ${text} `)).toBe(text);
  },
);

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
