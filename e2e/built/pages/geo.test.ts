import { expect, test } from 'vitest';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { ask, configured } from '../../support/visitor.ts';

/** Headers of the proxy in front of the product. */
const from = (country: string, region?: string) => ({
  'cf-ipcountry': country,
  ...(region && { 'cf-region-code': region }),
});

async function askFrom(headers: Record<string, string>, path: string, method = 'GET') {
  const answer = await fetch(configured + path, { method, headers, redirect: 'manual' });
  return { status: answer.status, headers: Object.fromEntries(answer.headers) };
}

test('P2.13 P6.8 visitors from a blocked region are redirected to the page about it', async () => {
  for (const [where, path, target] of [
    [from('SE'), '/', '/forbidden'],
    [from('GB', 'SCT'), '/en/free?p=77', '/en/forbidden?p=77'],
    [from('US', 'TX'), '/nl/profile/Noor', '/forbidden'],
    [from('SE'), '/sign/of/nothing', '/forbidden'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await askFrom(where, path, method);
      expect(answer.status, `${method} ${path}`).toBe(302);
      expect(answer.headers['location']).toBe(target);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  }
  // The configuration can be read from everywhere.
  expect((await askFrom(from('SE'), '/common/configuration.json')).status).toBe(200);
  for (const where of [from('NL'), from('US', 'NY'), from('US'), from('XX'), {}])
    expect((await askFrom(where, '/')).status, JSON.stringify(where)).toBe(200);
});

test('legal texts and their files stay reachable', async () => {
  for (const path of [
    '/forbidden',
    '/en/forbidden',
    '/privacy',
    '/cookies',
    '/en/terms-conditions',
    '/favicon.svg',
  ])
    expect((await askFrom(from('SE'), path)).status, path).toBe(200);
});

test('P6.10 HEAD responses contain the visitor’s location, also for cached pages', async () => {
  for (let time = 0; time < 2; time += 1) {
    const dutch = await askFrom(from('NL', 'NH'), '/en', 'HEAD');
    expect(dutch.headers).toMatchObject({ 'x-country': 'NL', 'x-region': 'NH' });
    expect(dutch.headers['cache-control']).toContain('private');
    expect((await askFrom({}, '/en', 'HEAD')).headers).not.toHaveProperty('x-country');
    expect((await askFrom(from('SE'), '/en', 'HEAD')).status).toBe(302);
  }
});

test('P7.41 without headers the database locates the IP', async () => {
  expect((await askFrom({ 'x-forwarded-for': '130.237.1.1' }, '/')).status).toBe(302);
  const dutch = await askFrom({ 'x-forwarded-for': '145.94.1.1' }, '/');
  expect(`${dutch.status} ${dutch.headers['x-country']}`).toBe('200 NL');
});

test('ignores location headers that do not come from the proxy', async () => {
  const answer = await ask('/', { headers: from('SE') });
  expect(answer.status).toBe(200);
  expect(answer.headers.has('x-country')).toBe(false);
});

test('refuses to join a chat from a blocked region', async () => {
  const headers = { 'api-key': 'vonk-web', 'content-type': 'application/json', ...from('SE') };
  const body = JSON.stringify({ performer: 'Noor' });
  const answer = await fetch(configured + pathOf(getChatJoinToken), { method: 'POST', headers, body });
  expect(await answer.json()).toEqual({ label: 'badRequest.forbidden' });
});
