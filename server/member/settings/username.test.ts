import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBasicInfo } from '#contract/member/account-calls.ts';
import { refuseUsername } from '#contract/member/credentials.ts';
import { changeUsername, suggestUsernames } from '#contract/member/settings-calls.ts';
import { makeMember } from '#server/testing/make.ts';
import { bearer, callApp, createTestApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

async function memberHeaders(fields: Parameters<typeof makeMember>[1] = {}) {
  return bearer(await tokenFor(server.deps, 'member', await makeMember(server.deps, fields)));
}

describe('choosing a username', () => {
  it('changes the name and answers a token of the same session', async () => {
    const headers = await memberHeaders();
    const { token } = await callApp(server, changeUsername, { username: 'Anna_88' }, headers);
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({
      username: 'Anna_88',
      capName: 'Anna_88',
    });
    await callApp(server, readBasicInfo, {}, headers);
  });

  it('refuses a name somebody has, in whatever capitals', async () => {
    await memberHeaders({ username: 'Bram88' });
    const attempt = callApp(server, changeUsername, { username: 'BRAM88' }, await memberHeaders());
    await expect(attempt).rejects.toMatchObject({ label: 'badRequest.username_exists' });
  });

  it('lets one of two who want it at once have it', async () => {
    const wishes = [await memberHeaders(), await memberHeaders()].map((headers) =>
      callApp(server, changeUsername, { username: 'Cato88' }, headers),
    );
    const results = await Promise.allSettled(wishes);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { label: 'badRequest.username_exists' },
    });
  });

  it('refuses reserved names and wrong signs', async () => {
    const headers = await memberHeaders();
    await expect(callApp(server, changeUsername, { username: '4dm1n' }, headers)).rejects.toMatchObject({
      label: 'badRequest.forbiddenWords',
    });
    await expect(callApp(server, changeUsername, { username: 'a@b.nl' }, headers)).rejects.toMatchObject({
      fields: ['username'],
    });
  });
});

describe('suggesting usernames', () => {
  const suggest = async (input: { username?: string; limit?: number; maxLength?: number }) =>
    (await callApp(server, suggestUsernames, input, await memberHeaders())).suggestions;

  it('offers five that may be chosen, the wish itself first', async () => {
    const names = await suggest({ username: 'Dirk88' });
    expect(names).toHaveLength(5);
    expect(names[0]).toBe('Dirk88');
    expect(new Set(names).size).toBe(5);
    expect(names.map(refuseUsername)).toEqual(names.map(() => null));
  });

  it('leaves out what is taken', async () => {
    await memberHeaders({ username: 'Eefje88' });
    expect(await suggest({ username: 'eefje88' })).not.toContain('eefje88');
  });

  it('never shows the address behind an e-mail', async () => {
    const names = await suggest({ username: 'fred.jansen@example.com' });
    expect(names.every((name) => /^fredjansen/.test(name))).toBe(true);
  });

  it.each(['', 'admin', '!!!', '@example.com'])('finds something for %j', async (username) => {
    expect(await suggest({ username, limit: 3, maxLength: 12 })).toHaveLength(3);
  });

  it('keeps to the length asked for', async () => {
    const names = await suggest({ username: 'a'.repeat(40), maxLength: 10 });
    expect(names.every((name) => name.length <= 10)).toBe(true);
  });
});
