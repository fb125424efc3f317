import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logIn, logOut, readBasicInfo, register } from '#contract/member/account/account-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { DEVICE_SECONDS } from '#server/identity/devices.ts';
import { limitRules } from '#server/ports/limits.ts';
import { eraseAccount } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';

const server = startTestApp();
beforeAll(async () => {
  await callApp(server, register, { email: 'anna@example.com', password });
  await callApp(server, register, { email: 'gone@example.com', password });
  const { token } = await callApp(server, logIn, { username: 'gone@example.com', password });
  await eraseAccount(server, bearer(token));
});
beforeEach(() => {
  server.pushes.length = 0;
});

const password = 'Plein-16';
const url = 'http://localhost:4321/api/member';
const json = () => ({ 'api-key': server.deps.config.apiKey, 'content-type': 'application/json' });

async function logInByBrowser(): Promise<string> {
  const body = JSON.stringify({ username: 'anna@example.com', password });
  const response = await server.app.request(`${url}/login`, { method: 'POST', headers: json(), body });
  return response.headers.get('set-cookie') ?? '';
}

/** The device cookie, as the browser sends it back. */
const deviceIn = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('vonk_device='))
    ?.split(';')[0] ?? '';

describe('logging in', () => {
  it('P3.30 P9.10 sets a cookie for thirty days that scripts cannot read', async () => {
    const cookie = await logInByBrowser();
    expect(cookie).toMatch(/^vonk_session=ey/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Max-Age=2592000');
  });

  it('P9.10 uses the __Host- prefix over TLS', async () => {
    const secure = variantOf(server, { config: { ...server.deps.config, secureCookies: true } });
    const body = JSON.stringify({ username: 'anna@example.com', password });
    const response = await secure.app.request(`${url}/login`, { method: 'POST', headers: json(), body });
    for (const [index, name] of ['__Host-vonk_session', '__Host-vonk_device'].entries())
      expect(response.headers.getSetCookie()[index]).toMatch(new RegExp(`^${name}=.*; Secure`));
  });

  it('P3.7 P7.4 ignores the case of the address', async () => {
    const { token } = await callApp(server, logIn, { username: ' ANNA@example.com ', password });
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({
      email: 'anna@example.com',
    });
  });

  it.each([
    [
      'P8.3 a wrong password',
      { username: 'anna@example.com', password: 'Wrong-16' },
      'badRequest.incorrectPassword',
    ],
    [
      'P8.1 an address nobody has',
      { username: 'nobody@example.com', password },
      'badRequest.login.notExists',
    ],
    ['P8.2 a deleted account', { username: 'gone@example.com', password }, 'badRequest.login.deleted'],
  ])(
    'P8.6 refuses %s with its own label, and with the same one for all under generic labels',
    async (_, input, label) => {
      const generic = variantOf(server, { config: { ...server.deps.config, loginLabels: 'generic' } });
      await expect(callApp(server, logIn, input)).rejects.toMatchObject({ label });
      await expect(callApp(generic, logIn, input)).rejects.toMatchObject({
        label: 'badRequest.invalid.login',
      });
    },
  );

  /** Tries to log in to Anna's account from an IP address, with a browser's cookies. */
  const tryFrom = (app: TestApp, ip: string, { attempt = 'Wrong-16', cookie = '' } = {}) =>
    app.app.request(
      `${url}/login`,
      {
        method: 'POST',
        headers: { ...json(), cookie },
        body: JSON.stringify({ username: 'anna@example.com', password: attempt }),
      },
      { incoming: { socket: { remoteAddress: ip } } },
    );
  const { points: narrow } = limitRules['login-account'];
  const { points: wide } = limitRules['login-account-wide'];

  /** Guesses until every unknown network is locked out of the account. Each guess fails without hashing. */
  async function guessFromEverywhere(app: TestApp): Promise<void> {
    const check = vi.spyOn(app.deps.passwords, 'check').mockResolvedValue(false);
    for (let n = 0; n < wide; n += 1)
      expect((await tryFrom(app, `10.0.${n % 250}.${Math.floor(n / 250)}`)).status).toBe(400);
    check.mockRestore();
  }

  it('is limited by account and network: a stranger’s guesses lock out only the stranger', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let n = 0; n < narrow; n += 1) expect((await tryFrom(limited, '198.51.100.1')).status).toBe(400);
    expect((await tryFrom(limited, '198.51.100.1', { attempt: password })).status).toBe(429);
    expect((await tryFrom(limited, '203.0.113.5', { attempt: password })).status).toBe(200);
  });

  it('counts all addresses of an IPv6 network as one', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let n = 0; n < narrow; n += 1)
      expect((await tryFrom(limited, `2001:db8:1:2::${n.toString(16)}`)).status).toBe(400);
    expect((await tryFrom(limited, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await tryFrom(limited, '2001:db8:1:3::1')).status).toBe(400);
  });

  it('is limited by account over all networks, except for a browser that has logged in before', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const cookie = deviceIn(await tryFrom(limited, '203.0.113.5', { attempt: password }));
    await guessFromEverywhere(limited);
    expect((await tryFrom(limited, '192.0.2.1', { attempt: password })).status).toBe(429);
    const known = await tryFrom(limited, '192.0.2.1', { attempt: password, cookie });
    expect(known.status).toBe(200);
    expect(deviceIn(known)).not.toBe(cookie);
  });

  it('is limited in a known browser, too, in any network', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const cookie = deviceIn(await tryFrom(limited, '203.0.113.5', { attempt: password }));
    for (let n = 0; n < narrow; n += 1)
      expect((await tryFrom(limited, `10.1.0.${n}`, { cookie })).status).toBe(400);
    expect((await tryFrom(limited, '10.1.1.1', { attempt: password, cookie })).status).toBe(429);
    expect((await tryFrom(limited, '10.1.1.1', { attempt: password })).status).toBe(200);
  });

  it('ignores a device cookie of another account, another secret or last year', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const other = { config: { ...server.deps.config, secret: 'another secret, as long as it has to be' } };
    await callApp(limited, register, { email: 'bert@example.com', password });
    const body = JSON.stringify({ username: 'bert@example.com', password });
    const ofBert = await limited.app.request(`${url}/login`, { method: 'POST', headers: json(), body });
    const forged = await tryFrom(variantOf(server, other), '203.0.113.5', { attempt: password });
    const old = await tryFrom(limited, '203.0.113.5', { attempt: password });
    await guessFromEverywhere(limited);
    for (const cookie of [deviceIn(ofBert), deviceIn(forged), 'vonk_device=x'])
      expect((await tryFrom(limited, '192.0.2.1', { attempt: password, cookie })).status).toBe(429);
    const later = () => new Date(server.clock.now().getTime() + (DEVICE_SECONDS + 1) * 1000);
    const nextYear = variantOf(limited, { now: later });
    const cookie = deviceIn(old);
    expect((await tryFrom(nextYear, '192.0.2.1', { attempt: password, cookie })).status).toBe(429);
  });

  it('sets a device cookie that does not reveal the account, and keeps the browser’s other accounts', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const first = await tryFrom(limited, '203.0.113.5', { attempt: password });
    const line = first.headers.getSetCookie().find((one) => one.startsWith('vonk_device=')) ?? '';
    expect(line).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const claims = Buffer.from(line.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims)).toEqual({
      known: [{ account: expect.stringMatching(/^[\w-]{43}$/), id: expect.stringMatching(/^[\w-]{36}$/) }],
      aud: 'device',
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    await callApp(limited, register, { email: 'carla@example.com', password });
    const second = await limited.app.request(`${url}/login`, {
      method: 'POST',
      headers: { ...json(), cookie: deviceIn(first) },
      body: JSON.stringify({ username: 'carla@example.com', password }),
    });
    await guessFromEverywhere(limited);
    const cookie = deviceIn(second);
    expect((await tryFrom(limited, '192.0.2.1', { attempt: password, cookie })).status).toBe(200);
  });

  it('counts only consecutive failures: frequent logins with the right password are never locked out', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let tries = 0; tries <= limitRules['login-account'].points; tries += 1) {
      await callApp(limited, logIn, { username: 'anna@example.com', password });
    }
  });
});

describe('a session', () => {
  it('ends at once when the member logs out, for the token and for the sockets', async () => {
    const { token } = await callApp(server, logIn, { username: 'anna@example.com', password });
    await callApp(server, logOut, {}, bearer(token));
    await expect(callApp(server, readBasicInfo, {}, bearer(token))).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
    expect(server.pushes).toMatchObject([{ to: expect.stringMatching(/^login:/), name: 'end-session' }]);
  });

  it('removes its cookie when it ends', async () => {
    const cookie = (await logInByBrowser()).split(';')[0] ?? '';
    const headers = { ...json(), cookie, origin: 'http://localhost:4321' };
    const response = await server.app.request(`${url}/logout`, { method: 'POST', headers, body: '{}' });
    expect(response.headers.get('set-cookie')).toMatch(/^vonk_session=;.*Max-Age=0/);
  });

  it('removes both cookies when the account is deleted', async () => {
    await callApp(server, register, { email: 'dora@example.com', password });
    const { token } = await callApp(server, logIn, { username: 'dora@example.com', password });
    const init = { method: 'DELETE', headers: { ...json(), ...bearer(token) } };
    const lines = (await server.app.request(`${url}/member`, init)).headers.getSetCookie();
    expect(lines.map((line) => line.replace(/=;.*Max-Age=0.*/, ' ends'))).toEqual([
      'vonk_session ends',
      'vonk_device ends',
    ]);
  });

  it('is replaced by the next login of the same browser', async () => {
    const first = await callApp(server, logIn, { username: 'anna@example.com', password });
    await callApp(server, logIn, { username: 'anna@example.com', password }, bearer(first.token));
    await expect(callApp(server, readBasicInfo, {}, bearer(first.token))).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });

  it.each([
    ['no origin at all', {}],
    ['another site’s origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a site of the same name on another port', { origin: 'http://localhost:9999' }],
    ['a mark of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a scheme that is no bearer', { origin: 'https://evil.example', authorization: 'Basic YTpi' }],
    ['a bearer without a token', { origin: 'https://evil.example', authorization: 'Bearer' }],
  ])('cannot be ended with its cookie and %s', async (_, extra: Record<string, string>) => {
    const cookie = (await logInByBrowser()).split(';')[0] ?? '';
    const headers = { ...json(), cookie, host: 'localhost:4321', ...extra };
    const response = await server.app.request(`${url}/member`, { method: 'DELETE', headers });
    expect(response.status).toBe(403);
    expect((await server.app.request(`${url}/basic-info`, { headers: { ...json(), cookie } })).status).toBe(
      200,
    );
  });
});
