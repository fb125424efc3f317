import { join } from 'node:path';
import type { Logger } from 'pino';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import type { Locale } from '#contract/locales.ts';
import { toAppError } from '#server/calls/app-error.ts';
import type { Dispatch } from '#server/calls/dispatch.ts';
import type { Effect } from '#server/calls/handler.ts';
import { apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';
import { effectCookies } from '#server/http/effect-cookies.ts';
import { securityHeadersOf } from '#server/http/security-headers.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import type { AstroApp } from './astro-app.ts';
import { connectingTo } from './connecting-to.ts';
import { lastResort, readableUrl } from './last-resort.ts';
import type { Memo } from './memo.ts';
import { pageScope } from './page-scope.ts';

interface CallContext {
  readonly locale: Locale;
  readonly nonNude: boolean;
}

/** Makes a page's calls in this process; implements the site's `Transport` (src/lib/api/call.ts). */
interface PageTransport {
  <Call extends AnyEndpoint>(call: Call, input: InputOf<Call>, context: CallContext): Promise<OutputOf<Call>>;
  /** Answers may come from the memo. */
  readonly isShared: boolean;
}

export interface PageVisit {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: HeadersInit;
  readonly body?: Buffer<ArrayBuffer> | null;
  /** The answer where no page is asked for. */
  readonly refused?: Response | undefined;
  readonly request: CallerRequest;
  /** Called at most once, by the page's first call. */
  readonly authenticate: () => Promise<Caller>;
  /** The operator does not serve the visitor's location. */
  readonly blocked?: boolean;
  /** Answers shared with other guests' pages. */
  readonly memo?: Memo;
}

/** Reads a picture by its path; null when there is none. */
export type ReadImage = (path: string) => Promise<Buffer | null>;

export interface PageHostParts {
  readonly config: Config;
  readonly astro: AstroApp;
  readonly dispatch: Dispatch;
  readonly readImage: ReadImage;
  readonly log: Logger;
}

/** Astro's pages name no charset. */
const HTML = 'text/html; charset=utf-8';

/** Beside the content policy, which only HTML has. The stream page needs camera and microphone. */
const pageHeadersOf = (config: Config): [name: string, value: string][] =>
  Object.entries({
    ...securityHeadersOf(config),
    'permissions-policy':
      'camera=(self), microphone=(self), geolocation=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  });

export type PageHost = (visit: PageVisit) => Promise<Response>;

/** Never throws: a failure is an error page. */
export function createPageHost({ config, astro, dispatch, readImage, log }: PageHostParts): PageHost {
  const origin = new URL(config.publicUrl).origin;
  const pageHeaders = pageHeadersOf(config);
  const contentPolicy = connectingTo(apiOriginOf(config), astro.contentPolicy);

  const localsOf = (visit: PageVisit, effects: Effect[]) => ({
    requestId: visit.request.id,
    origin: config.publicUrl,
    apiOrigin: apiOriginOf(config) ?? undefined,
    apiKey: config.apiKey,
    logLevel: config.browserLogLevel,
    cacheFolder: join(config.dataDir, 'cache'),
    blocked: visit.blocked ?? false,
    canCall: config.ivr !== 'off',
    transport: transportOf(dispatch, visit, effects),
    readImage,
    report: (error: unknown) => report(error, visit),
  });

  const report = (error: unknown, { url, request }: PageVisit): void =>
    log.error({ err: error, url, requestId: request.id }, 'a page failed');

  const fail = (error: unknown, visit: PageVisit): Response => {
    report(error, visit);
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
      // A rewritten page is a stream: what breaks in it breaks here, and not while it is sent. A shared one is read by the cache.
      return made.body && !visit.memo ? new Response(await made.arrayBuffer(), made) : made;
    });
    for (const cookie of effectCookies(effects, config)) response.headers.append('set-cookie', cookie);
    if (response.status === 500 && !response.body) throw new Error('the error page failed, too');
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      response.headers.set('content-type', HTML);
      response.headers.set('content-security-policy', contentPolicy);
    }
    return response;
  }

  return async (visit) => {
    const response = visit.refused ?? (await render(visit).catch((error: unknown) => fail(error, visit)));
    for (const [name, value] of pageHeaders) response.headers.set(name, value);
    return response;
  };
}

/** Only a posted form may log in or out: what is read may be shared, or fetched ahead. */
function transportOf(
  dispatch: Dispatch,
  { method, authenticate, memo }: PageVisit,
  done: Effect[],
): PageTransport {
  let caller: Promise<Caller> | undefined;
  // What a handler leaves behind is the server's own, not the page's.
  const inServer: Dispatch = (...asked) => pageScope.exit(() => dispatch(...asked));
  const dispatchCall = async <Call extends AnyEndpoint>(
    call: Call,
    input: InputOf<Call>,
    context: CallContext,
  ) => {
    // The dispatcher throws AppError only; a database that is away is found out here first.
    caller ??= authenticate().catch((error: unknown) => {
      throw toAppError(error);
    });
    const { locale, nonNude } = context;
    const said = { lang: locale, ...(nonNude && { nonNude }), ...(input as Record<string, unknown>) };
    const { output, effects } = await inServer(call, await caller, said);
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
