import { expect, test } from 'vitest';
import { isRepeatOf, refuseNewEmail } from './emails.ts';

test.each([
  ['', 'required'],
  ['anna', 'invalid'],
  ['anna@example', 'invalid'],
  ['Anna@Example.com ', 'same'],
  ['anna.new@example.com', null],
])('%j in the place of anna@example.com: %s', (email, refused) => {
  expect(refuseNewEmail(email, 'anna@example.com')).toBe(refused);
});

test('a repetition may differ in capitals and spaces only', () => {
  expect(isRepeatOf(' ANNA@example.com', 'anna@example.com')).toBe(true);
  expect(isRepeatOf('anne@example.com', 'anna@example.com')).toBe(false);
});
