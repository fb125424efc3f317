import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { type AnyEndpoint, apiBases } from '#contract/endpoint.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { chatRoutes } from './chat/routes.ts';
import type { Deps } from './deps.ts';
import { createAddressReader } from './http/address.ts';
import { requireApiKey, requireOwnOrigin } from './http/api-key.ts';
import { type Bind, createBind } from './http/bind.ts';
import { type HttpEnv, peerOf } from './http/env.ts';
import { statusOf, toAppError } from './http/errors.ts';
import { openApiOf } from './http/openapi.ts';
import { securityHeaders } from './http/security-headers.ts';
import { whoIs } from './http/who.ts';
import { mediaRoutes } from './media/routes.ts';
import { memberRoutes } from './member/routes.ts';
import { performerRoutes } from './performers/routes.ts';
import { studioRoutes } from './studio/routes.ts';
import { walletRoutes } from './wallet/routes.ts';

export interface RouteTools {
  app: Hono<HttpEnv>;
  deps: Deps;
  bind: Bind;
}

export interface App extends Hono<HttpEnv> {
  /** Every call that was bound, for the API document and the bad-input test. */
  readonly calls: readonly AnyEndpoint[];
}

/** The whole of the services as one Hono app; tests call it without a network. */
export function createApp(deps: Deps, log: Logger): App {
  const app = new Hono<HttpEnv>();
  const calls: AnyEndpoint[] = [];
  const addressOf = createAddressReader(deps.config.trustedProxies);

  app.onError((error, c) => {
    const { label, fields } = toAppError(error);
    if (statusOf(label) >= 500)
      log.error({ requestId: c.get('requestId'), path: c.req.path, err: error }, label);
    return c.json(errorBody(label, fields), statusOf(label));
  });
  app.notFound((c) => c.json(errorBody('badRequest.notFound', []), 404));
  app.use(securityHeaders, async (c, next) => {
    c.set('requestId', c.req.header('x-request-id')?.slice(0, 64) ?? randomUUID());
    c.set('address', addressOf(peerOf(c), c.req.header('x-forwarded-for')));
    c.header('x-request-id', c.get('requestId'));
    await next();
  });
  const guards = [requireApiKey(deps.config), requireOwnOrigin(deps.config)];
  for (const base of Object.values(apiBases)) {
    app.use(`${base}/*`, ...guards, async (c, next) => {
      c.set('caller', await whoIs(deps, c));
      await next();
    });
  }

  const bindOnApp = createBind(app, deps);
  const bind: Bind = (call, verb, options) => {
    calls.push(call);
    bindOnApp(call, verb, options);
  };
  const tools: RouteTools = { app, deps, bind };
  for (const mount of [memberRoutes, mediaRoutes, performerRoutes, walletRoutes, chatRoutes, studioRoutes])
    mount(tools);
  // No key is asked for: whoever wants to write a client starts here.
  app.get('/api/openapi.json', (c) => c.json(openApiOf(calls, { title: 'Vonk', version: '1' })));
  return Object.assign(app, { calls });
}

function errorBody(
  label: ErrorLabel,
  fields: readonly string[],
): { label: ErrorLabel; fields?: readonly string[] } {
  return fields.length > 0 ? { label, fields } : { label };
}
