import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRoom, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { limitRules } from '#server/ports/limits.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await makePerformer(test.deps, { username: 'Vera', passwordHash: await hashPassword('Zonnig7') });
  await makePerformer(test.deps, { username: 'NoKey', passwordHash: null });
});
afterAll(() => test.close());

const logIn = (username: string, password: string, app = test) =>
  callApp(app, studioLogin, { username, password });

it('opens a session that the studio’s calls take', async () => {
  const { token, performer } = await logIn('vera', 'Zonnig7');
  expect(performer.username).toBe('Vera');
  await expect(callApp(test, readRoom, {}, bearer(token))).resolves.toMatchObject({ messages: [] });
});

it.each([
  ['a wrong password', 'Vera', 'Zonnig8'],
  ['nobody we know', 'Nobody', 'Zonnig7'],
  ['a performer without a password', 'NoKey', ''],
])('answers the same label for %s', async (_, username, password) => {
  await expect(logIn(username, password || 'x')).rejects.toThrow('badRequest.invalid.login');
});

it('answers an address for the encoder that belongs to this performer', async () => {
  const { token, performer } = await logIn('Vera', 'Zonnig7');
  const target = await callApp(test, startBroadcast, {}, bearer(token));
  expect(target).toMatchObject({
    url: `/media/whip/performer-${performer.id}`,
    token: `publish:performer-${performer.id}`,
  });
});

it('lets no member and no guest into the studio', async () => {
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
