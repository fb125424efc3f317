import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Registry } from 'prom-client';
import { serviceRoots } from '#contract/page-routes.ts';
import type { Config } from '#server/config/config.ts';
import type { App } from '#server/http/app.ts';
import type { Bindings } from '#server/http/env.ts';
import type { Site } from '#server/site/site.ts';

export interface Mount {
  path: string;
  routes: Hono;
}

export interface HttpParts {
  config: Config;
  app: App;
  /** Routes beside the API: the media server, the demo's outbox and payment page. */
  mounts: readonly Mount[];
  site: Site;
  registry: Registry;
  /** Throws while the product should get no traffic. */
  ready: () => Promise<void>;
}

interface NodeBindings extends Omit<Bindings, 'incoming'> {
  incoming: IncomingMessage;
  outgoing: import('node:http').ServerResponse;
}

const YEAR = 31_536_000;
/** ms. Longer than proxies keep an idle connection: else one is closed just as it is used again. */
const KEEP_ALIVE_MS = 75_000;

export function createRoot(parts: HttpParts): Hono<{ Bindings: NodeBindings }> {
  const { config, app, registry } = parts;
  const root = new Hono<{ Bindings: NodeBindings }>();

  root.get('/healthz', (c) => c.json({ status: 'alive' }));
  root.get('/readyz', (c) =>
    parts.ready().then(
      () => c.json({ status: 'ready' }),
      () => c.json({ status: 'not ready' }, 503),
    ),
  );
  root.get('/metrics', async (c) => {
    if (config.metricsToken && c.req.header('authorization') !== `Bearer ${config.metricsToken}`)
      return c.body(null, 401);
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  for (const { path, routes } of parts.mounts) root.route(path, routes);
  for (const path of ['/api/*', '/images/*', '/videos/*']) {
    root.all(path, async (c) => {
      const answer = await app.fetch(c.req.raw, c.env);
      // Nothing can be sent to a client that has gone while a picture was drawn.
      return c.env.outgoing.destroyed ? RESPONSE_ALREADY_SENT : answer;
    });
  }
  root.use(
    serveStatic({
      root: './dist/client',
      precompressed: true,
      onFound: (path, c) => c.header('Cache-Control', cacheFor(path)),
    }),
  );
  root.all('*', (c) => parts.site.fetch(c.req.raw, c.env.incoming));
  return root;
}

/** Built files carry a hash in their name and never change; everything else is revalidated. */
const cacheFor = (path: string): string =>
  path.includes('/_astro/') ? `public, max-age=${YEAR}, immutable` : 'public, max-age=0, must-revalidate';

/** First path parts that are never a page's; nor is a path with a dot, which names a file. */
const NO_PAGE = new RegExp(`^/(?:(?:${serviceRoots.join('|')})(?:[/?]|$)|[^?]*\\.)`);

/** Pages skip the router, which would look for a file and a route of each name first. */
export function createHttpServer(root: Hono<{ Bindings: NodeBindings }>, site: Site): Server {
  // The body stays a stream: its size limit is enforced while reading.
  const listener = getRequestListener((request, env) => root.fetch(request, env as unknown as NodeBindings), {
    overrideGlobalObjects: false,
  });
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (NO_PAGE.test(request.url ?? '')) void listener(request, response);
    else site.serve(request, response);
  });
}
