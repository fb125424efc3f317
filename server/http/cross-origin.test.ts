import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn, readBasicInfo, register } from '#contract/member/account/account-calls.ts';
import { siteOriginOf } from '#server/config/api-address.ts';
import { productionEnvironment } from '#server/config/testing.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { callOver, nextPush, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const site = 'https://www.vonk.example';
const apart = {
  ...productionEnvironment,
  PUBLIC_URL: site,
  API_URL: 'https://api.vonk.example',
  COOKIE_DOMAIN: 'vonk.example',
};
const password = 'Plein-16';
const anna = { email: 'anna@example.com', password };

const server = startTestApp({ environment: apart });
let together: TestApp;
beforeAll(async () => {
  together = await createTestApp({ environment: productionEnvironment });
  for (const one of [server, together]) await callApp(one, register, anna);
});
afterAll(async () => {
  await together.close();
});

const ask = ({ app, deps }: TestApp, path: string, init: RequestInit & { headers: HeadersInit }) =>
  app.request(`/api/member${path}`, {
    ...init,
    headers: { 'api-key': deps.config.apiKey, 'content-type': 'application/json', ...init.headers },
  });
const loginFrom = (one: TestApp, origin: string) =>
  ask(one, '/login', {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ username: anna.email, password }),
  });
const corsOf = ({ headers }: Response) => ({
  origin: headers.get('access-control-allow-origin'),
  credentials: headers.get('access-control-allow-credentials'),
});
/** Name and value, as a browser sends it back. */
const sessionOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('an API on its own host', () => {
  it('P7.23 answers the preflight of the site’s pages, with Vary for caches', async () => {
    const answer = await server.app.request('/api/member/basic-info', {
      method: 'OPTIONS',
      headers: {
        origin: site,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'api-key,content-type,x-lang,x-non-nude',
      },
    });
    expect(answer.status).toBe(204);
    expect(corsOf(answer)).toEqual({ origin: site, credentials: 'true' });
    expect(answer.headers.get('access-control-allow-methods')?.split(',')).toContain('PUT');
    const headers = answer.headers.get('access-control-allow-headers')?.split(',');
    expect(headers).toEqual(expect.arrayContaining(['api-key', 'content-type', 'x-lang', 'x-non-nude']));
    expect(answer.headers.get('vary')).toMatch(/Origin/i);
  });

  it.each([
    'https://vonk.example',
    'https://blog.vonk.example',
    'https://www.vonk.example.evil.test',
    'null',
  ])('lets pages of %s neither read nor write', async (origin) => {
    const read = await ask(server, '/basic-info', { headers: { origin } });
    expect(corsOf(read).origin).toBeNull();
    const preflight = await ask(server, '/login', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(corsOf(preflight).origin).toBeNull();
    const write = await loginFrom(server, origin);
    expect(write.status).toBe(403);
    expect(corsOf(write).origin).toBeNull();
    expect(write.headers.getSetCookie()).toEqual([]);
  });

  it('lets the site’s pages read errors as well, whose labels they show', async () => {
    const answer = await ask(server, '/basic-info', { headers: { origin: site, 'api-key': 'another' } });
    expect(answer.status).toBe(401);
    expect(corsOf(answer)).toEqual({ origin: site, credentials: 'true' });
    expect(answer.headers.get('vary')).toMatch(/Origin/i);
  });

  it('sets cookies for both hosts at login, and accepts them', async () => {
    const answer = await loginFrom(server, site);
    expect(answer.status).toBe(200);
    const [session, device] = answer.headers.getSetCookie();
    for (const [line, name] of [
      [session, 'session'],
      [device, 'device'],
    ] as const) {
      expect(line).toMatch(new RegExp(`^__Secure-vonk_${name}=`));
      expect(line).toMatch(/; Domain=vonk\.example;/);
      expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    }
    const cookie = sessionOf(answer);
    const info = await ask(server, '/basic-info', { headers: { origin: site, cookie } });
    expect(await info.json()).toMatchObject({ email: anna.email });
  });

  it('ignores cookies of a single host, and with one host those of a parent domain', async () => {
    const token = (one: TestApp) => callApp(one, logIn, { username: anna.email, password });
    const cases = [
      [server, '__Secure-vonk_session', ['__Host-vonk_session', 'vonk_session']],
      [together, '__Host-vonk_session', ['__Secure-vonk_session', 'vonk_session']],
    ] as const;
    for (const [one, own, others] of cases) {
      const { token: value } = await token(one);
      expect(await callApp(one, readBasicInfo, {}, bearer(value))).toMatchObject({ email: anna.email });
      const status = async (name: string) =>
        (await ask(one, '/basic-info', { headers: { cookie: `${name}=${value}` } })).status;
      expect(await status(own)).toBe(200);
      for (const name of others) expect(await status(name)).toBe(401);
    }
  });
});

it('sends no CORS headers if API and site share an origin', async () => {
  const origin = 'https://vonk.example';
  const answer = await loginFrom(together, origin);
  expect(answer.status).toBe(200);
  expect(corsOf(answer)).toEqual({ origin: null, credentials: null });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-/);
  expect(answer.headers.getSetCookie()[0]).not.toMatch(/Domain/);
  expect(siteOriginOf(together.deps.config)).toBeNull();
});

describe('sockets of an API on its own host', () => {
  let listening: TestServer;
  beforeAll(async () => {
    listening = await startTestServer({ environment: apart });
    await callApp(listening, register, anna);
  });
  afterAll(() => listening.close());

  it('P7.23 accept the site’s pages with their cookie, and push to them', async () => {
    const { token } = await callApp(listening, logIn, { username: anna.email, password });
    const socket = listening.connect({ cookie: `__Secure-vonk_session=${token}`, origin: site });
    const info = await callOver(socket, { method: 'GET', url: '/api/member/basic-info' });
    expect(info).toMatchObject({ status: 200, body: { email: anna.email } });
    const push = nextPush(socket, 'performer-status');
    listening.deps.push.toEveryone('performer-status', { user: 1, username: 'x', onlineStatus: 0 });
    expect(await push).toMatchObject({ user: 1 });
  });

  it('refuse every other page', async () => {
    const { token } = await callApp(listening, logIn, { username: anna.email, password });
    const socket = listening.connect({
      cookie: `__Secure-vonk_session=${token}`,
      origin: 'https://blog.vonk.example',
    });
    const refused = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
    expect(refused.message).toBe('badRequest.invalid.origin');
  });

  it('send CORS headers for polling too', async () => {
    const poll = (origin: string) =>
      fetch(`${listening.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    expect(corsOf(await poll(site))).toEqual({ origin: site, credentials: 'true' });
    expect(corsOf(await poll('https://blog.vonk.example')).origin).toBeNull();
  });
});
