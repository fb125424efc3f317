import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionEnvironment } from '#server/config/testing.ts';
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

/** Head and body of the answer to a request line, as they come. */
async function ask(mode: 'demo' | 'production', line: string, more = ''): Promise<string> {
  const socket = connect(servers[mode].port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => {
    heard += part.toString('latin1');
  });
  socket.write(`${line} HTTP/1.1\r\nhost: other.example\r\nconnection: close\r\n${more}\r\n`);
  await once(socket, 'close');
  return heard;
}

const statusOf = (answer: string): number => Number(answer.slice(9, 12));

describe.each(['demo', 'production'] as const)('a request target in %s', (mode) => {
  it.each(['/', '/free?page=2', '/healthz', '/api/openapi.json', '/api/nothing', '/no/such.file'])(
    'in absolute form is answered like the path %s',
    async (path) => {
      const asked = statusOf(await ask(mode, `GET ${path}`));
      expect(statusOf(await ask(mode, `GET http://vonk.example${path}`))).toBe(asked);
      expect(statusOf(await ask(mode, `GET HTTPS://vonk.example:8443${path}`))).toBe(asked);
    },
  );

  it('in absolute form may have no path', async () => {
    const home = statusOf(await ask(mode, 'GET /'));
    expect(statusOf(await ask(mode, 'GET http://vonk.example'))).toBe(home);
    expect(statusOf(await ask(mode, 'GET http://vonk.example?age=18-24'))).toBe(home);
  });

  it('that is an asterisk belongs to OPTIONS', async () => {
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
    '%s is refused',
    async (target) => expect(statusOf(await ask(mode, `GET ${target}`))).toBe(400),
  );

  it('in absolute form reaches the sockets', async () => {
    const path = '/socket.io/?EIO=4&transport=polling';
    expect(await ask(mode, `GET http://vonk.example${path}`)).toContain('"sid":');
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
    expect(statusOf(await ask(mode, 'GET *', upgrade))).toBe(400);
  });
});

it.each(['demo', 'production'] as const)('%s answers a tunnel, which it opens none of', async (mode) => {
  const answer = await ask(mode, 'CONNECT vonk.example:443');
  expect(statusOf(answer)).toBe(405);
  expect(answer).toMatch(/^allow: GET/im);
});

it.each(['h2c', 'websocket', 'constructor'])(
  'ignores an upgrade to %s that leads to no socket',
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
])('knows whether %s is where sockets are opened: %s', (url, opens) => {
  const asked = { method: 'GET', url, headers: { upgrade: 'WebSocket' } };
  expect(isSocketUpgrade(asked, ['/socket.io', '/media/janus'])).toBe(opens);
});

it('takes the host of the target for the one that was asked', () => {
  expect(readTarget('GET', 'http://vonk.example:81/a?b')).toEqual({
    kind: 'path',
    path: '/a?b',
    host: 'vonk.example:81',
  });
});

it('lets a form in by the host of the target', async () => {
  const form = (origin: string) =>
    ask('demo', 'POST http://vonk.example/age', `origin: ${origin}\r\ncontent-length: 0\r\n`);
  expect(statusOf(await form('http://vonk.example'))).toBe(200);
  expect(statusOf(await form('http://other.example'))).toBe(403);
});
