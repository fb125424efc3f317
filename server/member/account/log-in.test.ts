import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteMember, logIn, logOut, readBasicInfo, register } from '#contract/member/account-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { limitRules } from '#server/ports/limits.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await callApp(server, register, { email: 'anna@example.com', password });
  await callApp(server, register, { email: 'gone@example.com', password });
  const { token } = await callApp(server, logIn, { username: 'gone@example.com', password });
  await callApp(server, deleteMember, {}, bearer(token));
});
afterAll(() => server.close());
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

describe('logging in', () => {
  it('sets a cookie scripts can not read, for thirty days', async () => {
    const cookie = await logInByBrowser();
    expect(cookie).toMatch(/^vonk_session=ey/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Max-Age=2592000');
  });

  it('marks the cookie as the host’s own over TLS', async () => {
    const secure = variantOf(server, { config: { ...server.deps.config, secureCookies: true } });
    const body = JSON.stringify({ username: 'anna@example.com', password });
    const response = await secure.app.request(`${url}/login`, { method: 'POST', headers: json(), body });
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-vonk_session=.*; Secure/);
  });

  it('takes the address in any capitals', async () => {
    const { token } = await callApp(server, logIn, { username: ' ANNA@example.com ', password });
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({
      email: 'anna@example.com',
    });
  });

  it.each([
    [
      'a wrong password',
      { username: 'anna@example.com', password: 'Wrong-16' },
      'badRequest.incorrectPassword',
    ],
    ['an address nobody has', { username: 'nobody@example.com', password }, 'badRequest.login.notExists'],
    ['a deleted account', { username: 'gone@example.com', password }, 'badRequest.login.deleted'],
  ])(
    'refuses %s with the label of the catalogue, and under generic labels without saying which',
    async (_, input, label) => {
      const generic = variantOf(server, { config: { ...server.deps.config, loginLabels: 'generic' } });
      await expect(callApp(server, logIn, input)).rejects.toMatchObject({ label });
      await expect(callApp(generic, logIn, input)).rejects.toMatchObject({
        label: 'badRequest.invalid.login',
      });
    },
  );

  it('does the same hashing for an account that is not there', async () => {
    const count = async (username: string) => {
      vi.mocked(verify).mockClear();
      await callApp(server, logIn, { username, password: 'Wrong-16' }).catch(() => undefined);
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
    };
    await count('nobody@example.com');
    const known = await count('anna@example.com');
    expect(known).toHaveLength(1);
    expect(await count('nobody@example.com')).toEqual(known);
    expect(await count('gone@example.com')).toEqual(known);
  });

  it('is limited by account, whatever address the tries come from', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const { points } = limitRules['login-account'];
    const attempt = (n: number) =>
      limited.app.request(
        `${url}/login`,
        {
          method: 'POST',
          headers: json(),
          body: JSON.stringify({ username: 'anna@example.com', password: 'Wrong-16' }),
        },
        { address: `10.0.0.${n}` },
      );
    for (let n = 0; n < points; n += 1) expect((await attempt(n)).status).toBe(400);
    expect((await attempt(points)).status).toBe(429);
  });

  it('counts only what went wrong in a row: whoever knows the password is never shut out by logging in often', async () => {
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

  it('takes its cookie along when it ends', async () => {
    const cookie = (await logInByBrowser()).split(';')[0] ?? '';
    const headers = { ...json(), cookie, origin: 'http://localhost:4321' };
    const response = await server.app.request(`${url}/logout`, { method: 'POST', headers, body: '{}' });
    expect(response.headers.get('set-cookie')).toMatch(/^vonk_session=;.*Max-Age=0/);
  });

  it('gives way to the next login of the same browser', async () => {
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
  ])('can not be ended with its cookie and %s', async (_, given: Record<string, string>) => {
    const cookie = (await logInByBrowser()).split(';')[0] ?? '';
    const headers = { ...json(), cookie, host: 'localhost:4321', ...given };
    const response = await server.app.request(`${url}/member`, { method: 'DELETE', headers });
    expect(response.status).toBe(403);
    expect((await server.app.request(`${url}/basic-info`, { headers: { ...json(), cookie } })).status).toBe(
      200,
    );
  });
});
