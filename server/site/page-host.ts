import { join } from 'node:path';
import type { Logger } from 'pino';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import type { Locale } from '#contract/locales.ts';
import type { Dispatch } from '#server/calls/dispatch.ts';
import type { Config } from '#server/config/config.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import type { AstroApp } from './astro-app.ts';
import { lastResort, readableUrl } from './last-resort.ts';
import type { Memo } from './memo.ts';

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
  readonly body?: ReadableStream<Uint8Array> | null;
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

/** Beside the content policy, which only HTML has. The stream page needs camera and microphone. */
const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
};

export type PageHost = (visit: PageVisit) => Promise<Response>;

/** Never throws: a failure is an error page. */
export function createPageHost({ config, astro, dispatch, readImage, log }: PageHostParts): PageHost {
  const origin = new URL(config.publicUrl).origin;

  const localsOf = (visit: PageVisit) => ({
    requestId: visit.request.id,
    origin: config.publicUrl,
    apiKey: config.apiKey,
    cacheFolder: join(config.dataDir, 'cache'),
    blocked: visit.blocked ?? false,
    transport: transportOf(dispatch, visit),
    readImage,
  });

  return async (visit) => {
    const { method, headers, body } = visit;
    const fail = (error: unknown): Response => {
      log.error({ err: error, url: visit.url, requestId: visit.request.id }, 'a page failed');
      return lastResort(500);
    };
    try {
      const request = new Request(origin + readableUrl(visit.url), {
        method,
        headers,
        ...(body ? { body, duplex: 'half' } : {}),
      });
      const response = await astro.render(request, { locals: localsOf(visit), addCookieHeader: true });
      if (response.status === 500 && !response.body) return fail(new Error('the error page failed, too'));
      for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
      if (response.headers.get('content-type')?.startsWith('text/html'))
        response.headers.set('content-security-policy', astro.contentPolicy);
      return response;
    } catch (error) {
      return fail(error);
    }
  };
}

function transportOf(dispatch: Dispatch, { authenticate, memo }: PageVisit): PageTransport {
  let caller: Promise<Caller> | undefined;
  const dispatchCall = async <Call extends AnyEndpoint>(
    call: Call,
    input: InputOf<Call>,
    context: CallContext,
  ) => {
    caller ??= authenticate();
    const { locale, nonNude } = context;
    const said = { lang: locale, ...(nonNude && { nonNude }), ...(input as Record<string, unknown>) };
    return (await dispatch(call, await caller, said)).output;
  };
  const transport = <Call extends AnyEndpoint>(call: Call, input: InputOf<Call>, context: CallContext) => {
    if (!memo || call.method !== 'GET') return dispatchCall(call, input, context);
    const key = `${context.locale} ${context.nonNude} ${pathOf(call, input)} ${JSON.stringify(input)}`;
    return memo.of(key, () => dispatchCall(call, input, context));
  };
  return Object.assign(transport, { isShared: memo !== undefined });
}
