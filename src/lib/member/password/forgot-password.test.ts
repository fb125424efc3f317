import { expect, test } from 'vitest';
import { recoveryOf } from '../account/entry-rules.ts';
import { forgotForm } from './forgot-password.ts';

test.each([
  ['anna@example.com', { email: 'anna@example.com' }],
  ['anna@home', { username: 'anna@home' }],
  ['anna.b', { username: 'anna.b' }],
])('“%s” is asked about as what it looks like', (account, asked) => {
  expect(recoveryOf(account)).toEqual(asked);
});

test.each([
  [' ', 'member.forgot.required'],
  [' abc ', 'member.forgot.tooShort'],
])('“%s” is no account, and is told so without asking the server', async (account, message) => {
  expect(await forgotForm.submit({ account })).toBe(false);
  expect(forgotForm.$state.get()).toMatchObject({ label: null, fields: { account: message } });
});
