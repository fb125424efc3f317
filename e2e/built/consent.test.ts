import { expect, test } from 'vitest';
import { ask, origin } from '../support/ask.ts';

test("another site answers nothing in the visitor's name", async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const body = new URLSearchParams({ choice: 'yes', return: '/' });
  const consent = await ask('/consent', { method: 'POST', headers, body });
  expect(consent.headers.get('set-cookie')).toBeNull();
  const age = await ask('/age?to=%2Fprivacy', { headers });
  expect(age.headers.get('set-cookie')).toBeNull();
  for (const to of ['//evil.example', 'https://evil.example/privacy', '/free', '/\\evil.example'])
    expect((await ask(`/age?${new URLSearchParams({ to })}`)).headers.get('location')).toBe('/');
});

test('the site itself does', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', origin };
  const body = new URLSearchParams({ choice: 'yes', return: '/' });
  const consent = await ask('/consent', { method: 'POST', headers, body });
  expect(consent.headers.get('set-cookie')).toContain('consent=yes');
});
