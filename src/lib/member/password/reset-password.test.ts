import { expect, test } from 'vitest';
import { recoveryOf } from '../account/entry-rules.ts';
import { forgotForm } from './reset-password.ts';

test.each([
  ['anna@example.com', { email: 'anna@example.com' }],
  ['anna@home', { username: 'anna@home' }],
  ['anna.b', { username: 'anna.b' }],
])('P3.19 P5.18 treats “%s” as %o', (account, recovery) => {
  expect(recoveryOf(account)).toEqual(recovery);
});

test.each([
  [' ', 'member.forgot.required'],
  [' abc ', 'member.forgot.tooShort'],
])('P3.19 P5.17 refuses “%s” without asking the server', async (account, message) => {
  expect(await forgotForm.submit({ account })).toBe(false);
  expect(forgotForm.$state.get()).toMatchObject({ label: null, fields: { account: message } });
});
