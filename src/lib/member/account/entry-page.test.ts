import { expect, test, vi } from 'vitest';
import { sessionCookies } from '#contract/cookies.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { forgotForm } from '../password/reset-password.ts';
import { mailClientOf } from './activation-mail.ts';
import { readMailLink, readMember } from './entry-page.ts';
import { recoveryOf } from './entry-rules.ts';
import { registrationOf } from './register.ts';

const opened = (key: string) => {
  const url = new URL(`http://site.test/activate/email?key=${key}`);
  return { url, request: new Request(url) };
};
const posted = (key: string) => {
  const url = new URL('http://site.test/activate/email');
  return { url, request: new Request(url, { method: 'POST', body: new URLSearchParams({ key }) }) };
};
const refuse = (label: ErrorLabel) => () => Promise.reject(new AppError(label));

test('does not redeem a link that is only opened', async () => {
  expect(await readMailLink(opened('abc'), refuse('UNDEFINED_ERROR'))).toMatchObject({
    key: 'abc',
    state: 'ask',
    result: null,
  });
});

test('redeems a posted link', async () => {
  const link = await readMailLink(posted('abc'), async (key) => ({ redeemed: key }));
  expect(link).toMatchObject({ key: 'abc', state: 'done', result: { redeemed: 'abc' } });
});

test.each([
  ['badRequest.link.used', 'used'],
  ['badRequest.link.expired', 'expired'],
  ['badRequest.invalid.input', 'expired'],
  ['UNAVAILABLE', 'failed'],
] as const)('maps %s to %s', async (label, state) => {
  expect((await readMailLink(posted('abc'), refuse(label))).state).toBe(state);
});

test('treats a URL without a key as invalid', async () => {
  expect((await readMailLink(opened(''), async () => true)).state).toBe('expired');
});

test('reads the key from the URL when a mail program posts to it', async () => {
  const url = new URL('https://vonk.example/activate/stop?key=abc');
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const request = new Request(url, { method: 'POST', body });
  const link = await readMailLink({ request, url }, async (key) => ({ redeemed: key }));
  expect(link).toMatchObject({ state: 'done', result: { redeemed: 'abc' } });
});

const member = {
  username: 'demo',
  capName: 'Demo',
  email: 'demo@example.com',
  credits: 5000,
  lander: '',
  endUserText: '',
  verified: true,
  emailRefused: false,
};
const cookies = (...names: string[]) => ({ has: (name: string) => names.includes(name) });

test('makes no call for a visitor without a session', async () => {
  const answer = vi.fn();
  const transport = overHttp(answer);
  expect(await readMember(cookies('age'), { transport })).toBeNull();
  expect(answer).not.toHaveBeenCalled();
});

test.each(sessionCookies)('P4.4 reads a member for the cookie %s', async (name) => {
  const transport = overHttp(() => Response.json(member));
  expect(await readMember(cookies(name), { transport })).toEqual(member);
});

test('returns a guest for an ended session', async () => {
  const transport = overHttp(() => Response.json({ label: 'badRequest.unauthorized' }, { status: 401 }));
  expect(await readMember(cookies('vonk_session'), { transport })).toBeNull();
});

const values = { email: ' anna@example.com ', password: 'Plein-16', terms: true } as const;

test.each([
  [{}, { p: '61' }],
  [
    { p: '77', Click_id: 'a_b' },
    { p: '77', Click_id: 'a_b' },
  ],
])('P1.2 sends the affiliate that referred the visitor, or this brand: %o', (affiliate, meta) => {
  expect(registrationOf(values, { affiliate, from: '/music?p=77' })).toEqual({
    ...values,
    email: 'anna@example.com',
    meta,
    from: '/music?p=77',
  });
});

test.each([
  ['anna@gmail.com', 'Gmail'],
  ['anna@GoogleMail.com', 'Gmail'],
  ['anna@outlook.com', 'Outlook'],
  ['anna@hotmail.nl', 'Outlook'],
  ['anna@live.nl', 'Outlook'],
])('P2.115 maps %s to the web mail %s', (email, name) => {
  expect(mailClientOf(email)?.name).toBe(name);
});

test.each(['anna@example.com', 'anna@notgmail.com', 'gmail.com@example.com', ''])(
  'maps %j to no web mail',
  (email) => {
    expect(mailClientOf(email)).toBeNull();
  },
);

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
