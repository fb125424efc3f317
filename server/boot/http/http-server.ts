import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type ErrorHandler, type Handler, Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { isServerError } from '#contract/errors.ts';
import { serviceRoots } from '#contract/start/roots.ts';
import { UPLOAD_PATH } from '#contract/studio/picture-calls.ts';
import { toAppError } from '#server/calls/dispatch.ts';
import type { Config } from '#server/config/config.ts';
import type { App } from '#server/http/app.ts';
import { BODY_LIMIT, limitBody } from '#server/http/body.ts';
import { errorBody, statusOf } from '#server/http/errors.ts';
import type { Bindings } from '#server/http/guards.ts';
import { allowLongUploads } from '#server/http/long-uploads.ts';
import { isSocketUpgrade, readTargets } from '#server/http/request-target.ts';
import { securityHeaders, securityHeadersOf } from '#server/http/security-headers.ts';
import { explainTooLarge } from '#server/site/last-resort.ts';
import type { Site } from '#server/site/site.ts';
import type { Readiness } from '../readiness.ts';
import { ListenError } from '../start-messages.ts';
import { builtFiles } from './built-files.ts';

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

export interface NodeBindings extends Omit<Bindings, 'incoming'> {
  incoming: IncomingMessage;
  outgoing: import('node:http').ServerResponse;
}

export function createRoot(parts: HttpParts): Hono<{ Bindings: NodeBindings }> {
  const { config, app, registry, log } = parts;
  const root = new Hono<{ Bindings: NodeBindings }>();
  root.onError(answerError(log));
  root.use(securityHeaders(config), refuseTrace);

  root.get('/healthz', (c) => c.json({ status: 'alive' }));
  root.get('/readyz', async (c) => {
    const { ready, parts: detail, clock } = await parts.readiness();
    return c.json({ status: ready ? 'ready' : 'not ready', ...detail, clock }, ready ? 200 : 503);
  });
  root.get('/metrics', async (c) => {
    if (config.metricsToken && c.req.header('authorization') !== `Bearer ${config.metricsToken}`)
      return c.body(null, 401);
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
  for (const path of ['/api/*', '/images/*', '/videos/*']) {
    root.all(path, toApp(app));
  }
  // Each API call has its own limit for the body; no route below accepts a large one.
  root.use(limitBody(BODY_LIMIT));
  for (const { path, routes } of parts.mounts) root.route(path, routes);
  root.use(builtFiles());
  root.all('*', (c) => parts.site.fetch(c.req.raw, c.env.incoming));
  return root;
}

export const answerError =
  (log: Logger): ErrorHandler<{ Bindings: NodeBindings }> =>
  (error, c) => {
    const { label } = toAppError(error);
    const explained = label === 'badRequest.tooLarge' ? explainTooLarge(c.req.path) : null;
    if (explained) return explained;
    // A client that disconnected receives no response, and its error is not one of the server.
    if (isServerError(label) && !c.env.outgoing.destroyed) log.error({ err: error, path: c.req.path }, label);
    return c.json(errorBody(label), statusOf(label));
  };

export const toApp =
  (app: App): Handler<{ Bindings: NodeBindings }> =>
  async (c) => {
    const answer = await app.fetch(c.req.raw, c.env);
    // A response can't be sent to a client that disconnected while it was rendered.
    return c.env.outgoing.destroyed ? RESPONSE_ALREADY_SENT : answer;
  };

/** TRACE is refused: the echoed request may contain cookies (RFC 9110, 9.3.8). */
export const refuseTrace: MiddlewareHandler = async (c, next) =>
  c.req.method === 'TRACE' ? c.body(null, 405, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }) : next();

/** First path parts that never belong to a page. A path with a dot names a file. */
const NO_PAGE = new RegExp(`^/(?:(?:${serviceRoots.join('|')})(?:[/?]|$)|[^?]*\\.)`);

/** Timeouts for a client in ms. */
export interface Patience {
  /** For the headers of a request, from its first byte or from the connection. */
  readonly headers: number;
  /** For the whole request. */
  readonly request: number;
  /** Without a byte in either direction while a request is answered; a long poll of socket.io takes 25 s. */
  readonly silence: number;
  /** Between two requests. Longer than a proxy keeps a connection, else it would be closed just as it is reused. */
  readonly keepAlive: number;
}
export const patience: Patience = { headers: 10_000, request: 30_000, silence: 60_000, keepAlive: 75_000 };

export interface ServerOptions {
  readonly config: Pick<Config, 'mode'>;
  /** Paths on which sockets may be opened. */
  readonly socketPaths: readonly string[];
  /** Whether the site has a page at this URL; by default at all. */
  readonly hasPage?: (url: string) => boolean;
  readonly patience?: Partial<Patience>;
}

const isUpload = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url?.split('?', 1)[0] === UPLOAD_PATH;

/** Pages skip the router, which would first look up a file and a route for each path. */
export function createHttpServer(
  root: Hono<{ Bindings: NodeBindings }>,
  site: Site,
  { config, socketPaths, hasPage = () => true, patience: overrides = {} }: ServerOptions,
): Server {
  const { headers, request, silence, keepAlive } = { ...patience, ...overrides };
  // The body stays a stream: its size limit is enforced while it is read.
  const listener = getRequestListener(
    (webRequest, env) => root.fetch(webRequest, env as unknown as NodeBindings),
    {
      overrideGlobalObjects: false,
    },
  );
  const options = {
    keepAliveTimeout: keepAlive,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: Math.min(1000, headers / 4),
    shouldUpgradeCallback: (incoming: IncomingMessage) => isSocketUpgrade(incoming, socketPaths),
  };
  const server = createServer(options, (incoming, outgoing) => {
    const { url = '' } = incoming;
    if (NO_PAGE.test(url) || !hasPage(url)) void listener(incoming, outgoing);
    else site.serve(incoming, outgoing);
  });
  readTargets(server, securityHeadersOf(config));
  allowLongUploads(server, isUpload);
  return server.setTimeout(silence);
}

interface Place {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** `prefix` begins the variables' names. */
const reasonsFor = (prefix: string): Readonly<Record<string, string>> => ({
  EADDRINUSE: `another process listens there. Stop that process, or set ${prefix}PORT to another one`,
  EACCES: `this user may not listen there. Set ${prefix}PORT to one above 1023`,
  EADDRNOTAVAIL: `this machine has no such address. Correct ${prefix}HOST`,
  ENOTFOUND: `${prefix}HOST cannot be resolved. Correct ${prefix}HOST`,
});

/** Returns the port. Throws ListenError if it is not available. */
export async function listen(
  server: Server,
  { host, port }: Place,
  prefix: '' | 'DESK_' = '',
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error & { code?: string }) => {
    const reason = reasonsFor(prefix)[error.code ?? ''];
    throw reason ? new ListenError(`Cannot listen on ${host}, port ${port}: ${reason}.`) : error;
  });
  return (server.address() as AddressInfo).port;
}
