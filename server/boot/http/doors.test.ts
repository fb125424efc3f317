import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionEnvironment } from '#server/config/testing.ts';
import { openRawClient } from '#server/testing/network/raw-client.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';

const mounts = [{ path: '/media', routes: new Hono().get('/whip/:room', (c) => c.body(null, 204)) }];

let demo: TestRoot;
let live: TestRoot;
/** Number of slow pages that are being made, and what ends the making of all. */
let making = 0;
const made = Promise.withResolvers<void>();

beforeAll(async () => {
  const render = async (pageRequest: Request) => {
    if (pageRequest.url.endsWith('/broken')) throw new Error('a page that breaks');
    if (pageRequest.url.endsWith('/slow')) {
      making += 1;
      await made.promise;
    }
    return new Response('<p>a page', { headers: { 'content-type': 'text/html' } });
  };
  demo = await startTestRoot({ render, mounts });
  live = await startTestRoot({ render, mounts, environment: productionEnvironment });
});
afterAll(async () => {
  await demo.close();
  await live.close();
});

async function ask(server: TestRoot, method: string, path: string): Promise<IncomingMessage> {
  const clientRequest = request(`${server.url}${path}`, { method }).end();
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

const everywhere = ['/', '/en/free', '/broken', '/no/such.file', '/healthz', '/readyz', '/metrics'];
const more = [
  '/api/engine/performers',
  '/api/nothing',
  '/images/x/1.webp',
  '/media/whip/room',
  '/dev/nothing',
];

describe('every response', () => {
  it.each([...everywhere, ...more])(
    'of production at %s has HSTS, a same-origin opener policy and nosniff',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { headers } = await ask(live, method, path);
        expect(headers['strict-transport-security'], method).toBe('max-age=31536000');
        expect(headers['cross-origin-opener-policy'], method).toBe('same-origin');
        expect(headers['x-content-type-options'], method).toBe('nosniff');
      }
    },
  );

  it('of the demo has no HSTS, as it has no TLS', async () => {
    for (const path of [...everywhere, ...more]) {
      const { headers } = await ask(demo, 'GET', path);
      expect(headers['strict-transport-security'], path).toBeUndefined();
      expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
    }
  });
});

describe('a method that a page does not support', () => {
  it.each(['/', '/free', '/en/profile/Noor', '/no-such-page', '/no/such.file', '/healthz'])(
    'is refused at %s with the list of allowed methods',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const { statusCode, headers } = await ask(demo, method, path);
        expect(statusCode, method).toBe(405);
        expect(headers.allow, method).toBe('GET, HEAD');
      }
    },
  );

  it.each(['/age', '/en/consent', '/nl/activate', '/activate/'])(
    'is refused at %s, which accepts forms',
    async (path) => {
      for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
        const { statusCode, headers } = await ask(demo, method, path);
        expect(statusCode, method).toBe(405);
        expect(headers.allow, method).toBe('GET, HEAD, POST');
      }
      expect((await ask(demo, 'POST', path)).statusCode).toBe(200);
    },
  );

  it.each(['/', '/age', ...everywhere, ...more])('refuses TRACE at %s', async (path) => {
    const { statusCode, headers } = await ask(demo, 'TRACE', path);
    expect(statusCode).toBe(405);
    expect(headers.allow).toMatch(/^GET, HEAD/);
  });
});

describe('a client that disconnects', () => {
  const left = (server: TestRoot) => server.logged.filter((line) => !line.includes('a page that breaks'));
  const closed: Promise<unknown>[] = [];
  beforeAll(() => {
    demo.http.on('request', (_: IncomingMessage, response: ServerResponse) => {
      closed.push(new Promise((resolve) => response.once('close', resolve)));
    });
  });

  it.each([
    ['while its form is on the way', 'POST /age HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\nab'],
    [
      'while its call is',
      'POST /api/member/login HTTP/1.1\r\nhost: x\r\napi-key: vonk-web\r\ncontent-length: 900\r\n\r\n{"',
    ],
    [
      'while its offer is',
      'POST /media/whip/a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab',
    ],
    ['while its page is made', 'GET /slow HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n'],
    ['while its form is answered', 'POST /age?from=/slow HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nab'],
  ])('%s is noticed', async (_, raw) => {
    const isSlow = raw.includes('/slow');
    for (let time = 0; time < 5; time += 1) {
      const seen = closed.length;
      const client = await openRawClient(demo.port);
      client.send(raw);
      await expect.poll(() => closed.length).toBe(seen + 1);
      if (isSlow) await expect.poll(() => making).toBeGreaterThan(0);
      client.socket.resetAndDestroy();
      await closed.at(-1);
    }
    making = 0;
  });

  it('causes no error, neither then nor when its page is made', async () => {
    made.resolve();
    // Answered after the pages whose clients are gone.
    for (const path of ['/slow', '/healthz']) expect((await ask(demo, 'GET', path)).statusCode).toBe(200);
    expect(left(demo)).toEqual([]);
  });
});

it('reports at /readyz and in the metrics which parts are away', async () => {
  const states: Record<string, string> = {};
  const server = await startTestRoot({
    answerMs: 100,
    pingDatabase: async () => {
      if (states['database'] === 'away') throw new Error('Connection refused');
      if (states['database'] === 'hangs') await new Promise(() => {});
    },
  });
  const read = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, await answer.json()];
  };
  const right = { database: 'ok', redis: 'none', disk: 'ok', clock: 'ok' };
  const up = async () => (await (await fetch(`${server.url}/metrics`)).text()).match(/vonk_part_up\{.*/g);
  expect(await read()).toEqual([200, { status: 'ready', ...right }]);
  for (const state of ['away', 'hangs']) {
    states['database'] = state;
    expect(await read()).toEqual([503, { status: 'not ready', ...right, database: 'away' }]);
    expect(await up()).toContain('vonk_part_up{part="database"} 0');
  }
  states['database'] = 'ok';
  expect(await read()).toEqual([200, { status: 'ready', ...right }]);
  expect(await up()).toEqual(['vonk_part_up{part="database"} 1', 'vonk_part_up{part="disk"} 1']);
  await server.close();
});

it('reports at /readyz that its clock is ahead of the host’s, and stays ready while it is behind', async () => {
  const server = await startTestRoot();
  const read = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, (await answer.json()).clock];
  };
  server.clock.jump(3_600_000);
  expect(await read()).toEqual([200, 'ok']);
  server.clock.jump(-3_600_000 - 1999);
  expect(await read()).toEqual([200, 'ok']);
  server.clock.jump(-1);
  expect(await read()).toEqual([503, 'ahead']);
  await server.close();
});
