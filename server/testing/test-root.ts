import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createHttpServer, createRoot, type Mount, type Patience } from '#server/boot/http/http-server.ts';
import type { RedisClients } from '#server/boot/open-redis.ts';
import { createPartsCheck, createReadiness } from '#server/boot/readiness.ts';
import { bindings } from '#server/boot/routes.ts';
import { serveSockets } from '#server/realtime/serve-sockets.ts';
import { createPush, createSockets } from '#server/realtime/sockets.ts';
import type { AstroApp } from '#server/site/astro-app.ts';
import { createSharedPages } from '#server/site/shared-pages.ts';
import { createSite } from '#server/site/site.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';

export interface TestRoot extends TestApp {
  url: string;
  port: number;
  http: Server;
  /** Log lines with warnings and errors. */
  logged: string[];
}

interface RootOptions extends TestOptions {
  /** Renders every page instead of the built site. */
  render?: AstroApp['render'];
  mounts?: readonly Mount[];
  patience?: Partial<Patience>;
  redis?: RedisClients;
  pingDatabase?: () => Promise<void>;
  /** Timeout in ms of database and Redis for /readyz. */
  answerMs?: number;
}

const aPage = async () => new Response('<p>a page', { headers: { 'content-type': 'text/html' } });

/** The whole product on a port; only the pages come from the test. */
export async function startTestRoot(options: RootOptions = {}): Promise<TestRoot> {
  const { render = aPage, mounts = [], redis, pingDatabase = async () => {}, answerMs } = options;
  const test = await createTestApp(options);
  const { deps, dispatch, app } = test;
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const registry = new Registry();
  const sockets = createSockets(redis?.pushes ?? null, deps.config);
  deps.push = createPush(sockets);
  const astro = {
    contentPolicy: "default-src 'self'; connect-src 'self'",
    profileImage: '/brand/profile.svg',
    render,
  };
  const pages = createSharedPages(deps.config);
  const site = createSite({ deps, dispatch, astro, pages, log, readImage: async () => null });
  const parts = createPartsCheck({
    pingDatabase,
    pingRedis: redis?.ping ?? null,
    dataDir: deps.config.dataDir,
    registry,
    ...(answerMs && { answerMs }),
  });
  const readiness = createReadiness(parts, test.clock.steady, () => false);
  const root = createRoot({ config: deps.config, app, mounts, site, registry, readiness, log });
  const http = createHttpServer(root, site, {
    config: deps.config,
    socketPaths: [sockets.path()],
    patience: options.patience ?? {},
  });
  sockets.attach(http);
  serveSockets({ io: sockets, deps, dispatch, bindings, log });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    ...test,
    url: `http://127.0.0.1:${port}`,
    port,
    http,
    logged,
    close: async () => {
      const closed = sockets.close();
      http.closeAllConnections();
      await closed;
      await test.close();
    },
  };
}
