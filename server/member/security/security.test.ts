import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logIn, readBasicInfo, register } from '#contract/member/account/account-calls.ts';
import { changePassword } from '#contract/member/settings/password-calls.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  readSecurityTrail,
  TRAIL_DAYS,
} from '#contract/member/settings/security-calls.ts';
import { DEVICE_SECONDS } from '#server/identity/devices.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  const plain = await createTestApp();
  // As a proxy's headers or the geo database would provide.
  server = variantOf(plain, { geo: { locationOf: () => ({ country: 'NL', region: null }) } });
});
afterAll(() => server.close());
beforeEach(() => {
  server.pushes.length = 0;
});

const password = 'Plein-16';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const logInWith = async (email: string, agent: string) =>
  bearer((await callApp(server, logIn, { username: email, password }, { 'user-agent': agent })).token);

async function newMember(email: string) {
  await callApp(server, register, { email, password });
  return logInWith(email, FIREFOX);
}
const sessionsOf = async (headers: Record<string, string>) =>
  (await callApp(server, listSessions, {}, headers)).result;
const isIn = (headers: Record<string, string>) =>
  callApp(server, readBasicInfo, {}, headers).then(
    () => true,
    () => false,
  );

describe('a member’s sessions', () => {
  it('are listed with device, country and last use, and the current one is marked', async () => {
    const first = await newMember('anna@example.com');
    server.clock.advance(3_600_000);
    const second = await logInWith('anna@example.com', IPHONE);
    const at = server.clock.now().toISOString();
    const hourAgo = new Date(server.clock.now().getTime() - 3_600_000).toISOString();
    expect(await sessionsOf(second)).toEqual([
      {
        session: expect.any(String),
        device: 'Safari · iOS',
        country: 'NL',
        loggedInAt: at,
        lastSeenAt: at,
        isCurrent: true,
      },
      {
        session: expect.any(String),
        device: 'Firefox · Linux',
        country: 'NL',
        loggedInAt: hourAgo,
        lastSeenAt: hourAgo,
        isCurrent: false,
      },
    ]);
    server.clock.advance(11 * 60_000);
    expect((await sessionsOf(first))[0]).toMatchObject({
      isCurrent: true,
      lastSeenAt: server.clock.now().toISOString(),
    });
  });

  it('can be ended one at a time, with their sockets', async () => {
    const here = await newMember('bram@example.com');
    const there = await logInWith('bram@example.com', IPHONE);
    const { session = '' } = (await sessionsOf(here)).find(({ isCurrent }) => !isCurrent) ?? {};
    await callApp(server, endSession, { session }, here);
    expect(await isIn(here)).toBe(true);
    expect(await isIn(there)).toBe(false);
    expect(server.pushes).toContainEqual({ to: `login:${session}`, name: 'end-session', payload: {} });
    await callApp(server, endSession, { session }, here);
    expect(server.pushes).toHaveLength(1);
  });

  it('can be ended all except this one', async () => {
    const here = await newMember('cato@example.com');
    const others = [
      await logInWith('cato@example.com', IPHONE),
      await logInWith('cato@example.com', FIREFOX),
    ];
    expect(await callApp(server, endOtherSessions, {}, here)).toEqual({ ended: 2 });
    expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, false]);
  });

  it('are private: another member’s session is treated like a missing one and stays open', async () => {
    const dirk = await newMember('dirk@example.com');
    const eva = await newMember('eva@example.com');
    const [{ session = '' } = {}] = await sessionsOf(dirk);
    const answers = [session, server.deps.newId()].map((one) =>
      callApp(server, endSession, { session: one }, eva),
    );
    expect(await Promise.all(answers)).toEqual([true, true]);
    expect(await isIn(dirk)).toBe(true);
  });
});

describe('a login from an unknown browser', () => {
  const mailed = async () => {
    const before = server.mail.sent.length;
    await runDueWork(server.outbox);
    return server.mail.sent.slice(before);
  };

  it('is mailed with device, country and time, except for the first login', async () => {
    await mailed();
    await newMember('fien@example.com');
    expect((await mailed()).map(({ subject }) => subject)).toEqual(['Bevestig je e-mailadres bij Vonk']);
    await logInWith('fien@example.com', IPHONE);
    const [mail] = await mailed();
    expect(mail).toMatchObject({ to: 'fien@example.com', subject: 'Nieuwe login bij Vonk' });
    expect(mail?.text).toContain('Safari · iOS, Nederland, ');
    expect(mail?.text).toContain('/forgot-password');
  });

  it('makes the browser known', async () => {
    await newMember('gijs@example.com');
    await mailed();
    const headers = { 'api-key': server.deps.config.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'gijs@example.com', password });
    const ask = (cookie = '') =>
      server.app.request('http://localhost:4321/api/member/login', {
        method: 'POST',
        headers: { ...headers, ...(cookie && { cookie, origin: 'http://localhost:4321' }) },
        body,
      });
    const device = (await ask()).headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .find((pair) => pair.includes('device'));
    expect(await mailed()).toHaveLength(1);
    await ask(device);
    expect(await mailed()).toEqual([]);
  });

  /** A browser that keeps its device cookie. */
  function aBrowser() {
    const cookies = new Map<string, string>();
    const ask = async (method: string, path: string, body: Record<string, unknown>) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await server.app.request(`http://localhost:4321/api/member${path}`, {
        method,
        headers: {
          'api-key': server.deps.config.apiKey,
          'content-type': 'application/json',
          origin: 'http://localhost:4321',
          cookie,
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
    };
    return {
      logIn: (username: string, attempt = password) => ask('POST', '/login', { username, password: attempt }),
      logOut: () => ask('POST', '/logout', {}),
      changePassword: (newPassword: string) =>
        ask('PUT', '/member', { password, newPassword, repeatNewPassword: newPassword }),
      deleteAccount: () => ask('DELETE', '/member', {}),
      forgetSession: () => cookies.delete('vonk_session'),
    };
  }
  const subjects = async () => (await mailed()).map(({ subject }) => subject);
  const newLogin = 'Nieuwe login bij Vonk';

  it('stays known over a logout and a new password, which is mailed, until the account is deleted', async () => {
    const email = 'joke@example.com';
    await newMember(email);
    const browser = aBrowser();
    await browser.logIn(email);
    await mailed();
    await browser.logOut();
    await browser.logIn(email);
    expect(await subjects()).toEqual([]);
    await browser.changePassword('Gracht-17');
    expect(await subjects()).toEqual(['Je wachtwoord bij Vonk is gewijzigd']);
    await browser.logOut();
    await browser.logIn(email, 'Gracht-17');
    expect(await subjects()).toEqual([]);
    await browser.deleteAccount();
    await mailed();
    await browser.logIn(email, 'Gracht-17');
    expect(await subjects()).toContain(newLogin);
  });

  it('is known to four accounts; the one with the oldest login is forgotten first', async () => {
    const emails = [1, 2, 3, 4, 5].map((number) => `house-${number}@example.com`);
    for (const email of emails) await newMember(email);
    const browser = aBrowser();
    for (const email of emails) await browser.logIn(email);
    await mailed();
    for (const email of emails.slice(1)) await browser.logIn(email);
    expect(await subjects()).toEqual([]);
    await browser.logIn(emails[0] ?? '');
    expect(await subjects()).toEqual([newLogin]);
  });

  it('is forgotten after a year without a login', async () => {
    const email = 'kees@example.com';
    await newMember(email);
    const browser = aBrowser();
    await browser.logIn(email);
    server.clock.advance((DEVICE_SECONDS - 1) * 1000);
    await mailed();
    await browser.logIn(email);
    expect(await subjects()).toEqual([]);
    browser.forgetSession();
    server.clock.advance((DEVICE_SECONDS + 1) * 1000);
    await browser.logIn(email);
    expect(await subjects()).toEqual([newLogin]);
  });

  it('is mailed in the account’s language, and so is a new password', async () => {
    const email = 'liam@example.com';
    await callApp(server, register, { email, password }, { 'x-lang': 'en' });
    const here = await logInWith(email, FIREFOX);
    await mailed();
    await logInWith(email, IPHONE);
    const [login] = await mailed();
    expect(login).toMatchObject({ to: email, subject: 'New login at Vonk' });
    expect(login?.text).toContain('Safari · iOS, Netherlands, ');
    expect(login?.text).toContain('/en/forgot-password');
    const change = { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
    await callApp(server, changePassword, { password, ...change }, here);
    expect(await mailed()).toMatchObject([{ to: email, subject: 'Your password at Vonk was changed' }]);
  });
});

describe('the security trail', () => {
  it('lists acts with their place, and failed logins, for 90 days', async () => {
    const email = 'hans@example.com';
    const headers = await newMember(email);
    await callApp(server, logIn, { username: email, password: 'Wrong-17' }).catch(() => undefined);
    const trail = async () => (await callApp(server, readSecurityTrail, {}, headers)).result;
    await expect
      .poll(async () => (await trail()).map(({ act, device }) => [act, device]))
      .toEqual([
        ['member.login-refused', null],
        ['member.logged-in', 'Firefox · Linux'],
        ['member.registered', null],
      ]);
    server.clock.advance((TRAIL_DAYS + 1) * 24 * 3_600_000);
    const later = await logInWith(email, IPHONE);
    expect((await callApp(server, readSecurityTrail, {}, later)).result).toHaveLength(1);
  });

  it('is visible only to the member', async () => {
    const ilse = await newMember('ilse@example.com');
    const { result } = await callApp(server, readSecurityTrail, {}, ilse);
    expect(result).toHaveLength(2);
  });
});
