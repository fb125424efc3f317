import { expect, it } from 'vitest';
import { roomWordsSchema } from './chat/sanctions.ts';
import { tipDataSchema } from './chat/tipping/tips.ts';
import { fillIn } from './content/texts.ts';
import { chatTextSchema } from './fields.ts';
import { isBlank, own, trimBlank } from './input.ts';
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
