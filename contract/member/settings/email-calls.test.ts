import { expect, test } from 'vitest';
import { isRepeatOf, refuseNewEmail } from './email-calls.ts';

test.each([
  ['', 'required'],
  ['anna', 'invalid'],
  ['anna@example', 'invalid'],
  ['Anna@Example.com ', 'same'],
  ['anna.new@example.com', null],
])('P5.24 %j as the new address of anna@example.com: %s', (email, refused) => {
  expect(refuseNewEmail(email, 'anna@example.com')).toBe(refused);
});

test('P5.24 ignores case and spaces in the repeated address', () => {
  expect(isRepeatOf(' ANNA@example.com', 'anna@example.com')).toBe(true);
  expect(isRepeatOf('anne@example.com', 'anna@example.com')).toBe(false);
});
