import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { brandIdentity } from '#contract/brand.ts';
import { type AnyEndpoint, apiBases, pathParams } from '#contract/endpoint.ts';
import { AppError, isServerError } from '#contract/errors.ts';
import { fromQuery } from '#contract/query.ts';
import type { Area } from '#contract/site/page-routes.ts';
import { type Dispatch, toAppError } from '#server/calls/dispatch.ts';
import type { Binding } from '#server/calls/handler.ts';
import { noteFileLook } from '#server/calls/looks.ts';
import { hasNul } from '#server/calls/parse-input.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readBytes, readFileBody, readJson } from './body.ts';
import { createCallerReader, type IncomingRequest, requestIdOf } from './caller-reader.ts';
import { effectCookies } from './effect-cookies.ts';
import { errorBody, statusOf } from './errors.ts';
import { type HttpEnv, requireApiKey, requireOwnOrigin } from './guards.ts';
import { openApiOf } from './openapi.ts';
import { allowSite, keptNowhere, securityHeaders } from './security-headers.ts';

export interface AppParts {
  readonly deps: Deps;
  readonly dispatch: Dispatch;
  readonly bindings: readonly Binding[];
  readonly rawRoutes: readonly RawRoute[];
  readonly log: Logger;
}

export interface App extends Hono<HttpEnv> {
  /** All bound calls, for the API document and the bad-input test. */
  readonly calls: readonly AnyEndpoint[];
}

/** The API as one Hono app; tests call it without a network. */
export function createApp({ deps, dispatch, bindings, rawRoutes, log }: AppParts): App {
  const app = new Hono<HttpEnv>();
  const calls = bindings.map(({ call }) => call);
  const callers = createCallerReader(deps);

  app.onError((error, c) => {
    const { label, fields, retryAfter } = toAppError(error);
    // Errors of dispatched calls are logged by the dispatcher.
    if (isServerError(label) && !(error instanceof AppError))
      log.error({ requestId: c.get('requestId'), path: c.req.path, err: error }, label);
    if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
    return c.json(errorBody(label, fields), statusOf(label));
  });
  app.notFound((c) => c.json(errorBody('badRequest.notFound'), 404));
  app.use(securityHeaders(deps.config), keptNowhere, async (c, next) => {
    c.set('requestId', requestIdOf(c.req.header('x-request-id')));
    c.header('x-request-id', c.get('requestId'));
    await next();
  });
  app.use('/api/*', ...allowSite(deps.config));
  const guards = [requireApiKey(deps.config), requireOwnOrigin(deps.config)];
  const callerIn = (c: Context<HttpEnv>, area: Area): Promise<Caller> => {
    const incoming = { ...incomingOf(c), area };
    const request = { ...callers.requestOf(incoming), id: c.get('requestId') };
    return callers.authenticate(incoming, request);
  };
  const authenticated = (base: string) => async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    c.set('caller', await callerIn(c, areas[base] ?? 'site'));
    await next();
  };
  for (const base of Object.values(apiBases)) app.use(`${base}/*`, ...guards, authenticated(base));

  /** Outside the API bases every caller is a guest. */
  const guestOf = (c: Context<HttpEnv>): Caller => ({
    kind: 'guest',
    guestId: '',
    request: { ...callers.requestOf(incomingOf(c)), id: c.get('requestId') },
  });

  for (const { call } of bindings) {
    app.on(call.method, routePattern(call), async (c) => {
      const { output, effects } = await dispatch(call, c.get('caller'), () => inputOf(c, call));
      for (const cookie of effectCookies(effects, deps.config))
        c.header('set-cookie', cookie, { append: true });
      return c.json(output);
    });
  }
  for (const route of rawRoutes) {
    app.on(route.method, route.path, async (c) => {
      const caller = c.get('caller') ?? guestOf(c);
      const params = c.req.param();
      const query = new URL(c.req.url).searchParams;
      if (hasNul([...Object.values(params), ...query.values()]))
        throw new AppError('badRequest.invalid.input');
      const answer = await route.handler(deps, {
        params,
        query,
        headers: c.req.raw.headers,
        caller,
        callerIn: (area) => callerIn(c, area),
        // Only on demand: a request without a body is never read.
        get body() {
          return c.req.raw.body;
        },
        readBody: () => readBytes(c.req.raw, route.maxBytes),
      });
      if (route.looks && answer.status === 200) await noteFileLook(deps, caller, route.looks({ query }));
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    });
  }
  // No key required: authors of clients start here.
  app.get('/api/openapi.json', (c) => c.json(openApiOf(calls, { title: brandIdentity.name, version: '1' })));
  return Object.assign(app, { calls });
}

/** Calls whose sessions are not the site's. */
const areas: Readonly<Partial<Record<string, Area>>> = {
  [apiBases.studio]: 'studio',
  [apiBases.desk]: 'desk',
};

/** In Hono's syntax: `/api/engine/profile/:id`. */
export const routePattern = ({ base, path }: AnyEndpoint): string =>
  apiBases[base] + path.replace(/\{(\w+)\}/g, ':$1');

const incomingOf = (c: Context<HttpEnv>): IncomingRequest => ({
  peer: c.env?.incoming?.socket.remoteAddress,
  header: (name) => c.req.header(name),
});

async function bodyOf(request: Request, call: AnyEndpoint): Promise<Record<string, unknown>> {
  if (call.method === 'GET') return {};
  return call.body ? { file: await readFileBody(request, call.body) } : readJson(request);
}

/** Merges headers, query, body and path into one object; later ones win. */
async function inputOf(c: Context<HttpEnv>, call: AnyEndpoint): Promise<Record<string, unknown>> {
  const query = fromQuery(new URL(c.req.url).searchParams);
  const body = await bodyOf(c.req.raw, call);
  const params = Object.fromEntries(pathParams(call).map((name) => [name, c.req.param(name)]));
  const lang = c.req.header('x-lang');
  const nonNude = c.req.header('x-non-nude') === '1';
  return { ...(lang && { lang }), ...(nonNude && { nonNude }), ...query, ...body, ...params };
}
