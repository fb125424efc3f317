import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Site } from '#server/site/site.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { createHttpServer, createRoot } from './http-server.ts';

const backend = startTestApp();
let server: ReturnType<typeof createHttpServer>;

const elsewhere = () => new Response(null, { status: 302, headers: { location: '/' } });
const site: Site = {
  serve: (_, outgoing) => void outgoing.writeHead(302, { location: '/' }).end(),
  fetch: async () => elsewhere(),
};

beforeAll(async () => {
  const root = createRoot({
    config: backend.deps.config,
    app: backend.app,
    mounts: [],
    site,
    registry: new Registry(),
    readiness: async () => ({
      ready: true,
      parts: { database: 'ok', redis: 'none', disk: 'ok' },
      clock: 'ok',
    }),
    log: pino({ level: 'silent' }),
  });
  server = createHttpServer(root, site, { config: backend.deps.config, socketPaths: [] });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
});

it('answers a HEAD request for a page once', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  for (const method of ['HEAD', 'GET', 'HEAD', 'HEAD']) {
    const clientRequest = request({ host: '127.0.0.1', port, path: '/favourites.html', method, agent }).end();
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    expect(answer.statusCode, method).toBe(302);
  }
  agent.destroy();
});

it('keeps an idle connection longer than a proxy does', async () => {
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const clientRequest = request({ host: '127.0.0.1', port, path: '/healthz', agent }).end();
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  agent.destroy();
  expect(answer.headers['keep-alive']).toBe('timeout=75');
});
