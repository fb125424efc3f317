import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { figuresOf } from '#contract/content/texts.ts';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import { type Locale, splitLocale } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { INTIFACE_ADDRESS } from '#contract/studio/intiface.ts';
import { type Dispatch, toAppError } from '#server/calls/dispatch.ts';
import type { Effect } from '#server/calls/handler.ts';
import { apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';
import { effectCookies } from '#server/http/effect-cookies.ts';
import { securityHeadersOf } from '#server/http/security-headers.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import type { AstroApp } from './astro-app.ts';
import { lastResort, readableUrl } from './last-resort.ts';
import type { Memo } from './shared-pages.ts';

const CALLS = "connect-src 'self'";
const PICTURES = "img-src 'self'";

/**
 * The content security policy for pages whose calls, sockets and photos are on another origin. Throws if the site's
 * policy lacks a directive, because calls or photos would then be blocked.
 */
export function connectingTo(origin: string | null, policy: string): string {
  if (origin === null) return policy;
  for (const own of [CALLS, PICTURES])
    if (!policy.includes(own)) throw new Error(`The content security policy lacks ${own}`);
  // Browsers do not treat https as wss.
  return policy
    .replace(CALLS, `${CALLS} ${origin} ${origin.replace('http', 'ws')}`)
    .replace(PICTURES, `${PICTURES} ${origin}`);
}

/** The policy of the studio's live page, whose toys move through a program on the performer's own computer. */
export function connectingToIntiface(policy: string): string {
  if (!policy.includes(CALLS)) throw new Error(`The content security policy lacks ${CALLS}`);
  return policy.replace(CALLS, `${CALLS} ${INTIFACE_ADDRESS}`);
}

/** The page being rendered. If one of its components throws, others may leave rejected promises that nothing awaits. */
export const pageScope = new AsyncLocalStorage<{ readonly url: string; readonly requestId: string }>();

interface CallContext {
  readonly locale: Locale;
  readonly nonNude: boolean;
}

/** Runs a page's calls in this process; implements the site's `Transport` (src/lib/api/call.ts). */
interface PageTransport {
  <Call extends AnyEndpoint>(call: Call, input: InputOf<Call>, context: CallContext): Promise<OutputOf<Call>>;
  /** Results may come from the memo. */
  readonly isShared: boolean;
}

interface PageVisit {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: HeadersInit;
  readonly body?: Buffer<ArrayBuffer> | null;
  /** The response if the request is refused before a page is rendered. */
  readonly refused?: Response | undefined;
  readonly request: CallerRequest;
  /** Called at most once, by the page's first call. */
  readonly authenticate: () => Promise<Caller>;
  /** The site is geo-blocked at the visitor's location. */
  readonly blocked?: boolean;
  /** Call results shared with other guests' pages. */
  readonly memo?: Memo;
}

/** Reads a picture by its path; null if it does not exist. */
export type ReadImage = (path: string) => Promise<Buffer | null>;

interface PageHostParts {
  readonly config: Config;
  readonly astro: AstroApp;
  readonly dispatch: Dispatch;
  readonly readImage: ReadImage;
  readonly log: Logger;
}

/** Astro sets no charset for pages. */
const HTML = 'text/html; charset=utf-8';

const isStudioLive = (url: string): boolean => {
  const [path = ''] = url.split('?', 1);
  return splitLocale(path).path.replace(/\/$/, '') === routes.studioLive;
};

/** Besides the content security policy, which only HTML has. The stream page needs camera and microphone. */
const pageHeadersOf = (config: Config): [name: string, value: string][] =>
  Object.entries({
    ...securityHeadersOf(config),
    'permissions-policy':
      'camera=(self), microphone=(self), geolocation=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  });

type PageHost = (visit: PageVisit) => Promise<Response>;

/** Never throws: on failure it returns an error page. */
export function createPageHost({ config, astro, dispatch, readImage, log }: PageHostParts): PageHost {
  const origin = new URL(config.publicUrl).origin;
  const pageHeaders = pageHeadersOf(config);
  const contentPolicy = connectingTo(apiOriginOf(config), astro.contentPolicy);
  const livePolicy = connectingToIntiface(contentPolicy);

  const localsOf = (visit: PageVisit, effects: Effect[]) => ({
    requestId: visit.request.id,
    origin: config.publicUrl,
    apiOrigin: apiOriginOf(config) ?? undefined,
    apiKey: config.apiKey,
    logLevel: config.browserLogLevel,
    cacheFolder: join(config.dataDir, 'cache'),
    blocked: visit.blocked ?? false,
    canCall: config.ivr !== 'off',
    keptDays: {
      visitDays: config.visitDays,
      evidenceDays: config.evidenceDays,
      networkDays: config.ring.days,
    },
    amounts: figuresOf(config.prices),
    hasDesk: config.desk === null,
    transport: transportOf(dispatch, visit, effects),
    readImage,
    logError: (error: unknown) => logError(error, visit),
  });

  const logError = (error: unknown, { url, request }: PageVisit): void =>
    log.error({ err: error, url, requestId: request.id }, 'A page failed');

  const fail = (error: unknown, visit: PageVisit): Response => {
    logError(error, visit);
    return lastResort(500);
  };

  async function render(visit: PageVisit): Promise<Response> {
    const { url, method, headers, body } = visit;
    const request = new Request(origin + readableUrl(url), { method, headers, ...(body && { body }) });
    const effects: Effect[] = [];
    const page = { url, requestId: visit.request.id };
    const response = await pageScope.run(page, async () => {
      const made = await astro.render(request, {
        locals: localsOf(visit, effects),
        addCookieHeader: true,
      });
      // A rewritten page is a stream. Reading it here catches its errors before it is sent. The cache reads a shared
      // page.
      return made.body && !visit.memo ? new Response(await made.arrayBuffer(), made) : made;
    });
    for (const cookie of effectCookies(effects, config)) response.headers.append('set-cookie', cookie);
    if (response.status === 500 && !response.body) throw new Error('The error page failed as well');
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      response.headers.set('content-type', HTML);
      response.headers.set('content-security-policy', isStudioLive(url) ? livePolicy : contentPolicy);
    }
    return response;
  }

  return async (visit) => {
    const response = visit.refused ?? (await render(visit).catch((error: unknown) => fail(error, visit)));
    for (const [name, value] of pageHeaders) response.headers.set(name, value);
    return response;
  };
}

/** Only a posted form may log in or out: a page that is read may be shared or prefetched. */
function transportOf(
  dispatch: Dispatch,
  { method, authenticate, memo }: PageVisit,
  done: Effect[],
): PageTransport {
  let caller: Promise<Caller> | undefined;
  // Promises left behind by a handler belong to the server, not to the page.
  const inServer: Dispatch = (...args) => pageScope.exit(() => dispatch(...args));
  const dispatchCall = async <Call extends AnyEndpoint>(
    call: Call,
    input: InputOf<Call>,
    context: CallContext,
  ) => {
    // The dispatcher only throws AppError. An unavailable database is first noticed here.
    caller ??= authenticate().catch((error: unknown) => {
      throw toAppError(error);
    });
    const { locale, nonNude } = context;
    const fullInput = { lang: locale, ...(nonNude && { nonNude }), ...(input as Record<string, unknown>) };
    const { output, effects } = await inServer(call, await caller, fullInput);
    // The desk may be open now: the rest of the page is for another caller.
    if (call.whileLocked && call.method !== 'GET') caller = undefined;
    if (method === 'POST') done.push(...effects);
    return output;
  };
  const transport = <Call extends AnyEndpoint>(call: Call, input: InputOf<Call>, context: CallContext) => {
    if (!memo || call.method !== 'GET') return dispatchCall(call, input, context);
    const key = `${context.locale} ${context.nonNude} ${pathOf(call, input)} ${JSON.stringify(input)}`;
    return memo.of(key, () => dispatchCall(call, input, context));
  };
  return Object.assign(transport, { isShared: memo !== undefined });
}
