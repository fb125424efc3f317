import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionEnvironment } from '#server/config/testing.ts';
import { openRawClient } from '#server/testing/network/raw-client.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';
import { isSocketUpgrade, readTarget } from './request-target.ts';

let servers: Record<'demo' | 'production', TestRoot>;
beforeAll(async () => {
  const render = async ({ url }: Request) =>
    new Response(`<p>page ${url}`, { headers: { 'content-type': 'text/html' } });
  const start = (environment: Record<string, string>) => startTestRoot({ render, environment });
  servers = { demo: await start({}), production: await start(productionEnvironment) };
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

/** Sends a request line and returns the raw response. */
async function ask(mode: 'demo' | 'production', line: string, more = ''): Promise<string> {
  const client = await openRawClient(servers[mode].port);
  client.send(`${line} HTTP/1.1\r\nhost: other.example\r\nconnection: close\r\n${more}\r\n`);
  return client.untilClosed(60_000);
}

const statusOf = (answer: string): number => Number(answer.slice(9, 12));

describe.each(['demo', 'production'] as const)('a request target in %s', (mode) => {
  it.each(['/', '/free?page=2', '/healthz', '/api/openapi.json', '/api/nothing', '/no/such.file'])(
    'in absolute form is answered like the path %s',
    async (path) => {
      const expected = statusOf(await ask(mode, `GET ${path}`));
      expect(statusOf(await ask(mode, `GET http://vonk.example${path}`))).toBe(expected);
      expect(statusOf(await ask(mode, `GET HTTPS://vonk.example:8443${path}`))).toBe(expected);
    },
  );

  it('may have no path in absolute form', async () => {
    const home = statusOf(await ask(mode, 'GET /'));
    expect(statusOf(await ask(mode, 'GET http://vonk.example'))).toBe(home);
    expect(statusOf(await ask(mode, 'GET http://vonk.example?age=18-24'))).toBe(home);
  });

  it('may be an asterisk for OPTIONS only', async () => {
    for (const target of ['*', 'http://vonk.example']) {
      const answer = await ask(mode, `OPTIONS ${target}`);
      expect(statusOf(answer)).toBe(204);
      expect(answer).toMatch(/^allow: GET, HEAD, POST/im);
      expect(answer).toMatch(/^x-content-type-options: nosniff/im);
    }
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'])
      expect(statusOf(await ask(mode, `${method} *`)), method).toBe(400);
  });

  it.each(['http://someone@vonk.example/', 'http:///free', 'ftp://vonk.example/', 'http://[::1/', 'free'])(
    'is refused if it is %s',
    async (target) => expect(statusOf(await ask(mode, `GET ${target}`))).toBe(400),
  );

  it('in absolute form reaches the sockets', async () => {
    const path = '/socket.io/?EIO=4&transport=polling';
    expect(await ask(mode, `GET http://vonk.example${path}`)).toContain('"sid":');
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
    expect(statusOf(await ask(mode, 'GET *', upgrade))).toBe(400);
  });
});

it.each(['demo', 'production'] as const)('%s answers 405 to CONNECT', async (mode) => {
  const answer = await ask(mode, 'CONNECT vonk.example:443');
  expect(statusOf(answer)).toBe(405);
  expect(answer).toMatch(/^allow: GET/im);
});

it.each(['h2c', 'websocket', 'constructor'])(
  'ignores an upgrade to %s outside the socket paths',
  async (to) => {
    const plain = statusOf(await ask('demo', 'GET /free'));
    expect(statusOf(await ask('demo', 'GET /free', `connection: upgrade, close\r\nupgrade: ${to}\r\n`))).toBe(
      plain,
    );
  },
);

it.each([
  ['/socket.io/?EIO=4', true],
  ['https://vonk.example/socket.io/?EIO=4', true],
  ['/media/janus', true],
  ['/media/janus?more', true],
  ['/media/janus-2', false],
  ['/media', false],
  ['*', false],
])('decides whether %s opens a socket: %s', (url, opens) => {
  const request = { method: 'GET', url, headers: { upgrade: 'WebSocket' } };
  expect(isSocketUpgrade(request, ['/socket.io', '/media/janus'])).toBe(opens);
});

describe('a path that is spelled in another way', () => {
  it.each([
    ['/%64esk/login', '/desk/login'],
    ['/en/%64%65sk?next=%64', '/en/desk?next=%64'],
    ['/x/../desk', '/desk'],
    ['/x/%2e%2e/desk', '/desk'],
    ['/x/%2E/./desk', '/x/desk'],
    ['/%2e%2e%2fdesk', '/..%2fdesk'],
    ['/x\\..\\desk', '/desk'],
    ['//other.example/%61', '/other.example/a'],
    ['/\\other.example', '/other.example'],
  ])('is redirected: %s to %s; refused if it would write', async (sent, canonical) => {
    expect(readTarget('GET', sent)).toEqual({ kind: 'moved', path: canonical });
    const answer = await ask('demo', `GET ${sent}`);
    expect(statusOf(answer)).toBe(301);
    expect(/^location: (.*)$/im.exec(answer)?.[1]?.trim()).toEqual(canonical);
    expect(answer).toMatch(/^x-content-type-options: nosniff/im);
    expect(statusOf(await ask('demo', `POST ${sent}`, 'content-length: 0\r\n'))).toBe(400);
  });

  it.each(['/profile/Noor', '/profile/%C3%A9l%20%2F', '//free//', '/100%'])('is none of %s', (sent) => {
    expect(readTarget('GET', sent)).toEqual({ kind: 'path', path: sent });
  });

  it.each([
    '/%2564esk/login',
    '/en/%2573tudio/login',
    '/setting%2573/dat%2561',
    '/favourite%252573',
    '/x%2F%252e%252e/desk',
  ])('is refused if it is encoded twice: %s', async (sent) => {
    expect(readTarget('GET', sent)).toEqual({ kind: 'invalid' });
    expect(statusOf(await ask('demo', `GET ${sent}`))).toBe(400);
  });

  it('has only one canonical spelling', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, rest) => {
        const read = readTarget('GET', `/${path}${encodeURI(rest)}`);
        if (read.kind === 'moved')
          expect(readTarget('GET', read.path)).toEqual({ kind: 'path', path: read.path });
      }),
    );
  });
});

it('uses the host of the target', () => {
  expect(readTarget('GET', 'http://vonk.example:81/a?b')).toEqual({
    kind: 'path',
    path: '/a?b',
    host: 'vonk.example:81',
  });
});

it('accepts a form by the host of the target', async () => {
  const form = (origin: string) =>
    ask('demo', 'POST http://vonk.example/age', `origin: ${origin}\r\ncontent-length: 0\r\n`);
  expect(statusOf(await form('http://vonk.example'))).toBe(200);
  expect(statusOf(await form('http://other.example'))).toBe(403);
});
