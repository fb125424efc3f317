import { beforeEach, describe, expect, it } from 'vitest';
import { type AnyEndpoint, type InputOf, pathOf } from '#contract/endpoint.ts';
import { logIn, readBasicInfo } from '#contract/member/account/account-calls.ts';
import * as account from '#contract/studio/account/account-calls.ts';
import { rotateWhipKey, showWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { readRoom, studioLogin } from '#contract/studio/studio-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { limitRules } from '#server/ports/limits.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { addedPerformer } from './testing.ts';

const password = 'Plein-16';
const ORIGIN = 'http://localhost:4321';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A browser: sends its cookies, and the origin of the site's pages. */
function browser(server: TestApp, origin: string | null = ORIGIN) {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies,
    async ask<Call extends AnyEndpoint>(call: Call, input: InputOf<Call>): Promise<Response> {
      const path = pathOf(call, input as Record<string, unknown>);
      const response = await server.app.request(path, {
        method: call.method,
        headers: {
          'api-key': server.deps.config.apiKey,
          'content-type': 'application/json',
          'user-agent': FIREFOX,
          cookie: cookie(),
          ...(origin && { origin }),
        },
        ...(call.method !== 'GET' && { body: JSON.stringify(input) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

describe.each(databaseKinds())("a performer's account on $name", (database) => {
  const test = startTestApp({ on: database });
  beforeEach(() => {
    test.mail.sent.length = 0;
    test.pushes.length = 0;
  });

  const names = [
    'Amelie',
    'Bianca',
    'Carmen',
    'Daphne',
    'Esther',
    'Frederique',
    'Geertje',
    'Hedwig',
    'Jolanda',
  ];
  const unused = [...names, 'Katinka', 'Madelief', 'Noortje', 'Paulien'];
  async function performer(): Promise<{ id: number; username: string; token: string }> {
    const { id, username, key } = await addedPerformer(test, unused.shift() ?? '');
    const { token } = await callApp(test, account.redeemStudioLink, { key, newPassword: password });
    return { id, username, token };
  }
  async function inBrowser(username: string) {
    const own = browser(test);
    expect((await own.ask(studioLogin, { username, password })).status).toBe(200);
    return own;
  }
  const sessionsOf = async (token: string) =>
    (await callApp(test, account.listStudioSessions, {}, bearer(token))).result;
  const endedSessions = () => test.pushes.filter(({ name }) => name === 'end-session');
  const isIn = (token: string) =>
    callApp(test, account.readStudioAccount, {}, bearer(token)).then(
      () => true,
      () => false,
    );
  const mailed = async () => {
    test.mail.sent.length = 0;
    await runDueWork(test.outbox);
    return test.mail.sent.map(({ subject }) => subject);
  };

  it('is read with the cookie of the studio, beside a member in the same browser', async () => {
    const { username } = await performer();
    const passwordHash = await hashPassword(password);
    await makeMember(test.deps, { email: `both-${username}@example.com`, passwordHash });
    const own = await inBrowser(username);
    await own.ask(logIn, { username: `both-${username}@example.com`, password });
    expect([...own.cookies.keys()].sort()).toEqual(['vonk_device', 'vonk_session', 'vonk_studio']);
    expect(await (await own.ask(account.readStudioAccount, {})).json()).toEqual({
      username,
      onlineStatus: 0,
      unread: 0,
      statements: 0,
      lacksFactor: false,
    });
    expect((await own.ask(readBasicInfo, {})).status).toBe(200);
    await own.ask(account.studioLogOut, {});
    expect((await own.ask(account.readStudioAccount, {})).status).toBe(401);
    expect((await own.ask(readBasicInfo, {})).status).toBe(200);
  });

  it('is in an HttpOnly cookie that other calls do not read', async () => {
    const { username } = await performer();
    const own = browser(test);
    const response = await own.ask(studioLogin, { username, password });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('vonk_studio='));
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await own.ask(readBasicInfo, {})).status).toBe(401);
    const swapped = browser(test);
    swapped.cookies.set('vonk_session', own.cookies.get('vonk_studio') ?? '');
    expect((await swapped.ask(account.readStudioAccount, {})).status).toBe(401);
  });

  it('is changed only by pages of this site', async () => {
    const { username } = await performer();
    const own = await inBrowser(username);
    for (const origin of ['https://elsewhere.example', null]) {
      const foreign = browser(test, origin);
      for (const [name, value] of own.cookies) foreign.cookies.set(name, value);
      const refused = await foreign.ask(account.endOtherStudioSessions, {});
      expect(await refused.json()).toMatchObject({ label: 'badRequest.invalid.origin' });
    }
    expect((await own.ask(account.endOtherStudioSessions, {})).status).toBe(200);
  });

  it('replaces the session of the browser at a login, but not that of a program', async () => {
    const { username, token } = await performer();
    const own = await inBrowser(username);
    await own.ask(studioLogin, { username, password });
    await callApp(test, studioLogin, { username, password }, bearer(token));
    expect(await isIn(token)).toBe(true);
    expect(await sessionsOf(token)).toHaveLength(3);
    expect(endedSessions()).toHaveLength(1);
  });

  it('lists its sessions, and ends one or all others', async () => {
    const vera = await performer();
    const stranger = await performer();
    const own = await inBrowser(vera.username);
    const { token } = await callApp(test, studioLogin, { username: vera.username, password });
    const listed = await sessionsOf(token);
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const firefox = listed.find(({ device }) => device === 'Firefox · Linux');
    const session = firefox?.session ?? '';
    await callApp(test, account.endStudioSession, { session }, bearer(stranger.token));
    expect((await own.ask(account.readStudioAccount, {})).status).toBe(200);
    await callApp(test, account.endStudioSession, { session }, bearer(token));
    expect((await own.ask(account.readStudioAccount, {})).status).toBe(401);
    expect(await callApp(test, account.endOtherStudioSessions, {}, bearer(token))).toEqual({ ended: 1 });
    expect(await isIn(vera.token)).toBe(false);
    expect(await isIn(token)).toBe(true);
    expect(await isIn(stranger.token)).toBe(true);
    expect(endedSessions()).toHaveLength(2);
  });

  it('changes the password, which ends other sessions, renews the cookie and keeps the encoder’s key', async () => {
    const { username, token } = await performer();
    const { key } = await callApp(test, rotateWhipKey, {}, bearer(token));
    const own = await inBrowser(username);
    const before = own.cookies.get('vonk_studio');
    await mailed();
    const change = (old: string, newPassword: string) =>
      own.ask(account.changeStudioPassword, { password: old, newPassword });
    expect(await (await change('Fout-16', 'Anders-16')).json()).toMatchObject({
      label: 'badRequest.incorrectPassword',
    });
    expect((await change(password, password)).status).toBe(400);
    expect(await (await change(password, 'Welkom01')).json()).toMatchObject({
      label: 'badRequest.password_common',
    });
    expect((await change(password, 'Anders-16')).status).toBe(200);
    expect(own.cookies.get('vonk_studio')).not.toBe(before);
    expect(await isIn(before ?? '')).toBe(false);
    expect(await isIn(token)).toBe(false);
    expect((await (await own.ask(showWhipKey, {})).json()) as object).toMatchObject({ key });
    expect(await mailed()).toEqual(['Your password for the studio of Vonk was changed']);
    await expect(callApp(test, studioLogin, { username, password })).rejects.toThrow('invalid.login');
    await callApp(test, studioLogin, { username, password: 'Anders-16' });
  });

  it('lets one of two simultaneous changes of the password through', async () => {
    const { token } = await performer();
    const change = (newPassword: string) =>
      callApp(test, account.changeStudioPassword, { password, newPassword }, bearer(token));
    const done = await Promise.allSettled([change('Eerste-16'), change('Tweede-16')]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('limits guesses of the old password', async () => {
    const { token } = await performer();
    const limited = variantOf(test, { limits: createLimits(null) });
    const guess = () =>
      callApp(
        limited,
        account.changeStudioPassword,
        { password: 'Fout-16', newPassword: 'Anders-16' },
        bearer(token),
      );
    for (let tries = 0; tries < limitRules['login-account'].points; tries += 1)
      await expect(guess()).rejects.toThrow('badRequest.incorrectPassword');
    await expect(guess()).rejects.toThrow('badRequest.tooMany');
  });

  it('is told by mail about a new browser, and not about a known one', async () => {
    const { username } = await performer();
    await mailed();
    const own = await inBrowser(username);
    expect(await mailed()).toEqual(['New login to the studio of Vonk']);
    const [mail] = test.mail.sent;
    expect(mail?.text).toContain('Firefox · Linux');
    expect(mail?.text).toContain('/en/studio/undo?key=');
    await own.ask(account.studioLogOut, {});
    await own.ask(studioLogin, { username, password });
    expect(await mailed()).toEqual([]);
  });

  it('keeps only the studio’s calls without the feature, and sets no cookie', async () => {
    const { username, token } = await performer();
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== 'studio' } });
    const own = browser(off);
    expect((await own.ask(studioLogin, { username, password })).status).toBe(200);
    expect([...own.cookies.keys()]).toEqual(['vonk_device']);
    expect(await mailed()).toEqual([]);
    await callApp(off, readRoom, {}, bearer(token));
    const calls = [
      account.readStudioAccount,
      account.listStudioSessions,
      account.endOtherStudioSessions,
      account.studioLogOut,
    ];
    for (const call of calls)
      await expect(callApp(off, call, {}, bearer(token))).rejects.toThrow('badRequest.notFound');
  });
});
