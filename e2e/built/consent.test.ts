import { expect, test } from 'vitest';
import { ask, origin } from '../support/visitor.ts';

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
])('refuses a cross-site form, which cannot answer for the visitor: %j', async (headers) => {
  for (const [path, fields] of [
    ['/consent', { choice: 'yes', return: '/' }],
    ['/age', { return: '/' }],
    ['/en/activate', { key: 'x' }],
  ] as const) {
    const answer = await ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    expect(answer.status, path).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('a cross-site link cannot answer for the visitor', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const age = await ask('/age?to=%2Fprivacy', { headers });
  expect(age.headers.get('set-cookie')).toBeNull();
  for (const to of ['//evil.example', 'https://evil.example/privacy', '/free', '/\\evil.example'])
    expect((await ask(`/age?${new URLSearchParams({ to })}`)).headers.get('location')).toBe('/');
});

test('the site’s own form can answer', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', origin };
  const body = new URLSearchParams({ choice: 'yes', return: '/' });
  const consent = await ask('/consent', { method: 'POST', headers, body });
  expect(consent.headers.get('set-cookie')).toContain('consent=yes');
  const age = await ask('/age', { method: 'POST', headers, body: new URLSearchParams({ return: '/free' }) });
  expect(age.headers.get('set-cookie')).toContain('age=1');
  expect(age.status).toBe(303);
  expect(age.headers.get('location')).toBe('/free');
});
