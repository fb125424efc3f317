import { expect, test } from 'vitest';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { readMailLink } from './mail-link.ts';

const opened = (key: string) => {
  const url = new URL(`http://site.test/activate/email?key=${key}`);
  return { url, request: new Request(url) };
};
const posted = (key: string) => {
  const url = new URL('http://site.test/activate/email');
  return { url, request: new Request(url, { method: 'POST', body: new URLSearchParams({ key }) }) };
};
const refuse = (label: ErrorLabel) => () => Promise.reject(new AppError(label));

test('opening a link redeems nothing', async () => {
  expect(await readMailLink(opened('abc'), refuse('UNDEFINED_ERROR'))).toEqual({
    key: 'abc',
    state: 'ask',
    result: null,
  });
});

test('posting it does', async () => {
  const link = await readMailLink(posted('abc'), async (key) => ({ redeemed: key }));
  expect(link).toEqual({ key: 'abc', state: 'done', result: { redeemed: 'abc' } });
});

test.each([
  ['badRequest.link.used', 'used'],
  ['badRequest.link.expired', 'expired'],
  ['badRequest.invalid.input', 'expired'],
  ['UNAVAILABLE', 'failed'],
] as const)('%s reads as %s', async (label, state) => {
  expect((await readMailLink(posted('abc'), refuse(label))).state).toBe(state);
});

test('an address without a key is no link any more', async () => {
  expect((await readMailLink(opened(''), async () => true)).state).toBe('expired');
});

test('takes the key from the address where a mail program posts to it', async () => {
  const url = new URL('https://vonk.example/activate/stop?key=abc');
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const request = new Request(url, { method: 'POST', body });
  const link = await readMailLink({ request, url }, async (key) => ({ redeemed: key }));
  expect(link).toMatchObject({ state: 'done', result: { redeemed: 'abc' } });
});
