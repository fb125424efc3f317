import { beforeAll, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { readRoom, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { limitRules } from '#server/ports/limits.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, createTestApp, sessionOf, variantOf } from '#server/testing/test-app.ts';

const test = startTestApp();
beforeAll(async () => {
  await makePerformer(test.deps, { username: 'Vera', passwordHash: await hashPassword('Zonnig7') });
  await makePerformer(test.deps, { username: 'NoKey', passwordHash: null });
});

const logIn = (username: string, password: string, app = test) =>
  callApp(app, studioLogin, { username, password });

it('opens a session for the studio’s calls', async () => {
  const { token, performer } = await logIn('vera', 'Zonnig7');
  expect(performer.username).toBe('Vera');
  await expect(callApp(test, readRoom, {}, bearer(token))).resolves.toMatchObject({ messages: [] });
});

it.each([
  ['a wrong password', 'Vera', 'Zonnig8'],
  ['nobody we know', 'Nobody', 'Zonnig7'],
  ['a performer without a password', 'NoKey', ''],
])('returns the same label for %s', async (_, username, password) => {
  await expect(logIn(username, password || 'x')).rejects.toThrow('badRequest.invalid.login');
});

it('returns an encoder URL that belongs to this performer', async () => {
  const { token, performer } = await logIn('Vera', 'Zonnig7');
  const target = await callApp(test, startBroadcast, {}, bearer(token));
  expect(target).toMatchObject({
    url: `/media/whip/performer-${performer.id}`,
    token: `publish:performer-${performer.id}@${sessionOf(token)}`,
    iceServers: [{ urls: 'stun:stun.example' }],
  });
});

it('refuses members and guests', async () => {
  const anna = await aMember(test);
  for (const headers of [{}, bearer(anna.token)]) {
    await expect(callApp(test, startBroadcast, {}, headers)).rejects.toThrow('badRequest.unauthorized');
  }
});

it('is limited by account, whatever the password', async () => {
  const limited = await createTestApp({ change: () => ({ limits: createLimits(null) }) });
  for (let tries = 0; tries < limitRules['login-account'].points; tries += 1) {
    await expect(logIn('vera', 'guess', limited)).rejects.toThrow('badRequest.invalid.login');
  }
  await expect(logIn('VERA', 'guess', limited)).rejects.toThrow('badRequest.tooMany');
  await limited.close();
});

it('blocks a stranger after wrong guesses, but never a known program', async () => {
  const limited = variantOf(test, { limits: createLimits(null) });
  const attempt = (ip: string, password: string, cookie = '') =>
    limited.app.request(
      pathOf(studioLogin),
      {
        method: 'POST',
        headers: { 'api-key': test.deps.config.apiKey, cookie },
        body: JSON.stringify({ username: 'Vera', password }),
      },
      { incoming: { socket: { remoteAddress: ip } } },
    );
  for (let tries = 0; tries < limitRules['login-account'].points; tries += 1) await attempt('192.0.2.1', 'x');
  expect((await attempt('192.0.2.1', 'Zonnig7')).status).toBe(429);
  const answer = await attempt('192.0.2.2', 'Zonnig7');
  expect(answer.status).toBe(200);
  const [cookie = ''] = answer.headers.get('set-cookie')?.split(';') ?? [];
  for (let points = 0; points < limitRules['login-account-wide'].points; points += 1)
    await limited.deps.limits.take('login-account-wide', 'studio vera');
  expect((await attempt('192.0.2.3', 'Zonnig7')).status).toBe(429);
  expect((await attempt('192.0.2.3', 'Zonnig7', cookie)).status).toBe(200);
});
