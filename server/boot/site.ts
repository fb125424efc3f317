import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import compression from 'compression';
import type { Logger } from 'pino';
import type { App } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { createAddressReader } from '#server/http/address.ts';
import { createGate, untold } from './gate.ts';
import { answerAlways, endUnanswered, type Handler } from './last-resort.ts';
import { takeIn } from './page-answer.ts';
import { createPageCache } from './page-cache.ts';
import type { RenderedPage } from './page-entry.ts';
import type { PageAsk } from './page-key.ts';
import { createRecall } from './recall.ts';
import { requestIdOf } from './request-id.ts';

export interface Site {
  /** Sends a page that lies ready; false where it has to be asked for with `handle`. */
  early(request: IncomingMessage, response: ServerResponse): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** What guests' pages show has changed. */
  forget(): void;
}

/** What a visitor's request carries on to the calls its page makes. */
const passedOn = ['cookie', 'user-agent', 'accept-language'] as const;
/** A guest's page is sent again for this long while the next is made, in ms. */
const STALE_MS = 10_000;

/** The built site. Its pages make their calls straight into the app, as the visitor. */
export async function openSite(deps: Pick<Deps, 'config' | 'geo'>, app: App, log: Logger): Promise<Site> {
  const { config } = deps;
  const entry = pathToFileURL(resolve('dist/server/entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: Handler };
  const answer = answerAlways(handler, ({ error, url }) => log.error({ err: error, url }, 'a page failed'));
  const addressOf = createAddressReader(config.trustedProxies);
  const blocks = createGate(deps);
  const regions = untold(config);
  if (config.mode === 'production' && regions.length > 0)
    log.warn({ regions }, 'GEO_BLOCK names regions that nothing here can tell: they are served');
  const recall = createRecall(config.pageFreshMs);
  const publicHost = new URL(config.publicUrl).host;

  const localsOf = (request: IncomingMessage) => {
    const address = addressOf(request.socket.remoteAddress, headerOf(request, 'x-forwarded-for'));
    const requestId = requestIdOf(request);
    return {
      requestId,
      origin: config.publicUrl,
      apiKey: config.apiKey,
      cacheFolder: join(config.dataDir, 'cache'),
      transport: (call: Request) => {
        const headers = new Headers(call.headers);
        for (const name of passedOn) {
          const value = headerOf(request, name);
          if (value !== undefined) headers.set(name, value);
        }
        headers.set('api-key', config.apiKey);
        headers.set('x-request-id', requestId);
        return Promise.resolve(app.fetch(new Request(call, { headers }), { internal: true, address }));
      },
    };
  };

  /** A page as any guest gets it: rendered from the address and the flags, and from nothing else. */
  async function render({ url, cookie }: PageAsk): Promise<RenderedPage> {
    const headers = { host: publicHost, accept: 'text/html', ...(cookie && { cookie }) };
    return takeIn(
      (request, response) => {
        const { transport, ...rest } = localsOf(request);
        const locals = { ...rest, transport: Object.assign(transport, { recall: recall.of }) };
        dress(response);
        void answer(request, response, locals);
      },
      { url, headers },
    );
  }

  const cache = createPageCache({ render, freshMs: config.pageFreshMs, staleMs: STALE_MS });
  return {
    early: (request, response) => !blocks(request, response) && cache.send(request, response),
    handle: (request, response) =>
      handle(request, response).catch((error: unknown) => {
        log.error({ err: error, url: request.url }, 'a page failed');
        endUnanswered(response, 500);
      }),
    forget() {
      recall.forget();
      cache.forget();
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const blocked = blocks(request, response);
    if (!blocked && (await cache.answer(request, response))) return;
    const locals = { ...localsOf(request), blocked };
    response.setHeader('x-request-id', locals.requestId);
    response.setHeader('cache-control', 'private, no-cache');
    // A page that was fetched ahead is not shown to who has logged in or answered a question since.
    response.setHeader('vary', 'Cookie');
    dress(response);
    await compressed(request, response);
    await answer(request, response, locals);
  }
}

/** What every page says besides its content policy. The stream page asks for camera and microphone, no frame may. */
function dress(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  response.setHeader('permissions-policy', 'camera=(self), microphone=(self), geolocation=()');
}

const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** From here on the answer is compressed as the visitor's browser takes it. */
const compressed = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
  new Promise((done) => compress(request, response, done));

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
