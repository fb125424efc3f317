import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { isServerError } from '#contract/errors.ts';
import { serviceRoots } from '#contract/roots.ts';
import { toAppError } from '#server/calls/app-error.ts';
import type { Config } from '#server/config/config.ts';
import type { App } from '#server/http/app.ts';
import { BODY_LIMIT, limitBody } from '#server/http/body.ts';
import type { Bindings } from '#server/http/env.ts';
import { errorBody, statusOf } from '#server/http/errors.ts';
import { isSocketUpgrade, readTargets } from '#server/http/request-target.ts';
import { securityHeaders, securityHeadersOf } from '#server/http/security-headers.ts';
import type { Site } from '#server/site/site.ts';
import { builtFiles } from './built-files.ts';
import { type Patience, patience } from './patience.ts';
import type { Readiness } from './readiness.ts';

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
  readiness: () => Promise<Readiness>;
  log: Logger;
}

interface NodeBindings extends Omit<Bindings, 'incoming'> {
  incoming: IncomingMessage;
  outgoing: import('node:http').ServerResponse;
}

export function createRoot(parts: HttpParts): Hono<{ Bindings: NodeBindings }> {
  const { config, app, registry, log } = parts;
  const root = new Hono<{ Bindings: NodeBindings }>();
  root.onError((error, c) => {
    const { label } = toAppError(error);
    // A client that has gone in the middle hears no answer, and has done nothing wrong.
    if (isServerError(label) && !c.env.outgoing.destroyed) log.error({ err: error, path: c.req.path }, label);
    return c.json(errorBody(label), statusOf(label));
  });
  root.use(securityHeaders(config), refuseTrace);

  root.get('/healthz', (c) => c.json({ status: 'alive' }));
  root.get('/readyz', async (c) => {
    const { ready, parts: detail } = await parts.readiness();
    return c.json({ status: ready ? 'ready' : 'not ready', ...detail }, ready ? 200 : 503);
  });
  root.get('/metrics', async (c) => {
    if (config.metricsToken && c.req.header('authorization') !== `Bearer ${config.metricsToken}`)
      return c.body(null, 401);
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  for (const path of ['/api/*', '/images/*', '/videos/*']) {
    root.all(path, async (c) => {
      const answer = await app.fetch(c.req.raw, c.env);
      // Nothing can be sent to a client that has gone while a picture was drawn.
      return c.env.outgoing.destroyed ? RESPONSE_ALREADY_SENT : answer;
    });
  }
  // The API reads each body up to a limit of its own; nothing below takes a large one.
  root.use(limitBody(BODY_LIMIT));
  for (const { path, routes } of parts.mounts) root.route(path, routes);
  root.use(builtFiles());
  root.all('*', (c) => parts.site.fetch(c.req.raw, c.env.incoming));
  return root;
}

/** Nothing answers it: what it echoes may hold cookies (RFC 9110, 9.3.8). */
const refuseTrace: MiddlewareHandler = async (c, next) =>
  c.req.method === 'TRACE' ? c.body(null, 405, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }) : next();

/** First path parts that are never a page's; nor is a path with a dot, which names a file. */
const NO_PAGE = new RegExp(`^/(?:(?:${serviceRoots.join('|')})(?:[/?]|$)|[^?]*\\.)`);

export interface ServerOptions {
  readonly config: Pick<Config, 'mode'>;
  /** Where sockets are opened. */
  readonly socketPaths: readonly string[];
  readonly patience?: Partial<Patience>;
}

/** Pages skip the router, which would look for a file and a route of each name first. */
export function createHttpServer(
  root: Hono<{ Bindings: NodeBindings }>,
  site: Site,
  { config, socketPaths, patience: given = {} }: ServerOptions,
): Server {
  const { headers, request, silence, keepAlive } = { ...patience, ...given };
  // The body stays a stream: its size limit is enforced while reading.
  const listener = getRequestListener((asked, env) => root.fetch(asked, env as unknown as NodeBindings), {
    overrideGlobalObjects: false,
  });
  const options = {
    keepAliveTimeout: keepAlive,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: Math.min(1000, headers / 4),
    shouldUpgradeCallback: (incoming: IncomingMessage) => isSocketUpgrade(incoming, socketPaths),
  };
  const server = createServer(options, (incoming, outgoing) => {
    if (NO_PAGE.test(incoming.url ?? '')) void listener(incoming, outgoing);
    else site.serve(incoming, outgoing);
  });
  readTargets(server, securityHeadersOf(config));
  return server.setTimeout(silence);
}
