import { describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import { readBasicInfo } from '#contract/member/account/account-calls.ts';
import { changeUsername, suggestUsernames } from '#contract/member/settings/settings-calls.ts';
import { foldLookAlikes, refuseUsername, tellsEmail } from '#contract/member/usernames.ts';
import { memberName } from '#server/member/names/chat-name.ts';
import { performers } from '#server/performers/tables.ts';
import { makeMember, makePerformer, next } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';

const server = startTestApp();

async function memberHeaders(fields: Parameters<typeof makeMember>[1] = {}) {
  return bearer(await tokenFor(server.deps, 'member', await makeMember(server.deps, fields)));
}

describe('choosing a username', () => {
  it('P7.7 changes the name and returns a token of the same session', async () => {
    const headers = await memberHeaders();
    const { token } = await callApp(server, changeUsername, { username: 'Anna_88' }, headers);
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({
      username: 'Anna_88',
      capName: 'Anna_88',
    });
    await callApp(server, readBasicInfo, {}, headers);
  });

  it('refuses a name that is in use, ignoring case', async () => {
    await memberHeaders({ username: 'Bram88' });
    const attempt = callApp(server, changeUsername, { username: 'BRAM88' }, await memberHeaders());
    await expect(attempt).rejects.toMatchObject({ label: 'badRequest.username_exists' });
  });

  it('gives a name to one of two simultaneous requests', async () => {
    const wishes = [await memberHeaders(), await memberHeaders()].map((headers) =>
      callApp(server, changeUsername, { username: 'Cato88' }, headers),
    );
    const results = await Promise.allSettled(wishes);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { label: 'badRequest.username_exists' },
    });
  });

  it.each(['Noortje', 'N00rtj3', 'noor-tje', 'NOORTTJE', 'Noortje1'])(
    'P6.12 refuses %s if a performer is called Noortje, even one stored later or already gone',
    async (username) => {
      await server.deps.db.delete(performers);
      const headers = await memberHeaders();
      await makePerformer(server.deps, { username: 'Noortje', removedAt: server.clock.now() });
      const attempt = callApp(server, changeUsername, { username }, headers);
      await expect(attempt).rejects.toMatchObject({ label: 'badRequest.forbiddenWords' });
    },
  );

  it('refuses a name that looks like one in other letters', async () => {
    await makePerformer(server.deps, { username: 'Zоё' });
    await makePerformer(server.deps, { username: 'Мarlоes' });
    for (const username of ['Zoee', 'Marloes']) {
      const attempt = callApp(server, changeUsername, { username }, await memberHeaders());
      await expect(attempt).rejects.toMatchObject({ label: 'badRequest.forbiddenWords' });
    }
  });

  it('refuses the chat name of another member, but accepts the member’s own', async () => {
    const id = await makeMember(server.deps, { email: 'shy@example.com', username: 'shy@example.com' });
    const username = await memberName(server.deps, id);
    const wish = { username: username.toUpperCase() };
    await expect(callApp(server, changeUsername, wish, await memberHeaders())).rejects.toMatchObject({
      label: 'badRequest.username_exists',
    });
    await callApp(server, changeUsername, wish, bearer(await tokenFor(server.deps, 'member', id)));
  });

  it.each([
    'Klootzak',
    'kl00tz4k',
    'Vieze_Hoer',
    'h-o-e-r',
    'SletVanDirk',
    'kankerlijer7',
    'xX-fuckyou-Xx',
    'stupid-cunt',
    'Motherfucker',
    'Neger88',
    'verkrachting',
  ])('P5.21 refuses the insult or forbidden word of %s', async (username) => {
    const attempt = callApp(server, changeUsername, { username }, await memberHeaders());
    await expect(attempt).rejects.toMatchObject({ label: 'badRequest.forbiddenWords', fields: ['username'] });
  });

  it.each([
    'Hoera',
    'Cassandra',
    'Scunthorpe',
    'Kutaisi',
    'Dickens',
    'Peniston',
    'Analist',
    'Therapeut',
    'Grapefruit',
  ])('accepts %s, which only contains the letters of one', async (username) => {
    await callApp(server, changeUsername, { username }, await memberHeaders());
  });

  it('P5.21 refuses words of the operator’s list', async () => {
    const strict = variantOf(server, { brand: { ...server.deps.brand, forbiddenWords: ['konijn', 'boe'] } });
    for (const [username, label] of [
      ['Lief_Konijntje', 'badRequest.forbiddenWords'],
      ['Boe_roept', 'badRequest.forbiddenWords'],
      ['Boerderij', null],
    ] as const) {
      const attempt = callApp(strict, changeUsername, { username }, await memberHeaders()).then(
        () => null,
        labelOf,
      );
      expect(await attempt, username).toBe(label);
    }
  });

  it('P6.12 refuses reserved names and invalid characters', async () => {
    const headers = await memberHeaders();
    await expect(callApp(server, changeUsername, { username: '4dm1n' }, headers)).rejects.toMatchObject({
      label: 'badRequest.forbiddenWords',
    });
    await expect(callApp(server, changeUsername, { username: 'a@b.nl' }, headers)).rejects.toMatchObject({
      fields: ['username'],
    });
  });
});

describe('a refused username names the rule it breaks', () => {
  it.each([
    ['Anna!', 'badRequest.invalidChar'],
    ['Ann a', 'badRequest.invalidChar'],
    ['Ann', 'badRequest.nicknameLength'],
    ['a'.repeat(32), 'badRequest.nicknameLength'],
    ['a'.repeat(200), 'badRequest.nicknameLength'],
    ['admin', 'badRequest.forbiddenWords'],
  ])('P5.19 P5.20 %s: %s', async (username, label) => {
    const attempt = callApp(server, changeUsername, { username }, await memberHeaders());
    await expect(attempt).rejects.toMatchObject({ label, fields: ['username'] });
  });

  it.each(['Anna', `a${'b'.repeat(30)}`])('P5.20 %s breaks none', async (username) => {
    await callApp(server, changeUsername, { username }, await memberHeaders());
  });
});

describe('suggesting usernames', () => {
  const suggest = async (input: { username?: string; limit?: number; maxLength?: number }) =>
    (await callApp(server, suggestUsernames, input, await memberHeaders())).suggestions;

  it('P3.20 P7.14 P9.3 returns five valid ones, the requested one first', async () => {
    const names = await suggest({ username: 'Dirk88' });
    expect(names).toHaveLength(5);
    expect(names[0]).toBe('Dirk88');
    expect(new Set(names).size).toBe(5);
    expect(names.map(refuseUsername)).toEqual(names.map(() => null));
  });

  it('leaves out those in use', async () => {
    await memberHeaders({ username: 'Eefje88' });
    expect(await suggest({ username: 'eefje88' })).not.toContain('eefje88');
  });

  it.each([
    ['fred.jansen@example.com', 'fred.jansen@example.com'],
    ['fred.jansen@example.com', 'Jansen88'],
    ['fred.jansen@example.com', 'fr3dj4nsen'],
    ['fred.jansen@example.com', ''],
    ['berg@example.com', 'berg@example.com'],
    ['jo@example.com', 'jo@example.com'],
    ['somebody@example.com', 'fred.jansen@example.com'],
  ])('P3.20 reveals nothing of the address %s when asked for %j', async (email, username) => {
    const own = email.replace('@', `@${next()}.`);
    const headers = await memberHeaders({ email: own, emailFolded: own });
    const { suggestions } = await callApp(server, suggestUsernames, { username }, headers);
    expect(suggestions).toHaveLength(5);
    const revealing = suggestions.filter(
      (name) => tellsEmail(name, email) || (username.includes('@') && tellsEmail(name, username)),
    );
    expect(revealing).toEqual([]);
  });

  it.each(['', 'admin', '!!!', '@example.com'])('returns suggestions for %j', async (username) => {
    expect(await suggest({ username, limit: 3, maxLength: 12 })).toHaveLength(3);
  });

  it.each(['Isabeau', '1sab3au', 'Lid-7', 'Support'])(
    'never returns a reserved name, nor one made from it: %s',
    async (username) => {
      await server.deps.db.delete(performers);
      await makePerformer(server.deps, { username: 'Isabeau' });
      const names = await suggest({ username });
      expect(names).toHaveLength(5);
      const wish = foldLookAlikes(username);
      expect(names.filter((name) => foldLookAlikes(name).startsWith(wish))).toEqual([]);
    },
  );

  it('leaves out a performer’s name that results from shortening', async () => {
    await makePerformer(server.deps, { username: 'Willem' });
    expect(await suggest({ username: 'Willemijn88', maxLength: 6 })).not.toContain('Willem');
  });

  it('respects the requested length', async () => {
    const names = await suggest({ username: 'a'.repeat(40), maxLength: 10 });
    expect(names.every((name) => name.length <= 10)).toBe(true);
  });
});
