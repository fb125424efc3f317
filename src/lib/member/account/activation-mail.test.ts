import { expect, it } from 'vitest';
import { mailClientOf } from './activation-mail.ts';

it.each([
  ['anna@gmail.com', 'Gmail'],
  ['anna@GoogleMail.com', 'Gmail'],
  ['anna@outlook.com', 'Outlook'],
  ['anna@hotmail.nl', 'Outlook'],
  ['anna@live.nl', 'Outlook'],
])('P2.115 maps %s to the web mail %s', (email, name) => {
  expect(mailClientOf(email)?.name).toBe(name);
});

it.each(['anna@example.com', 'anna@notgmail.com', 'gmail.com@example.com', ''])(
  'returns null for %j',
  (email) => {
    expect(mailClientOf(email)).toBeNull();
  },
);
