import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { splitLocale } from '#contract/locales.ts';
import { type GeoLocation, isBlocked } from '#contract/safety/geo.ts';
import { placeAmong, placeKey } from '#contract/safety/hidden-places.ts';
import { areaOf } from '#contract/site/page-routes.ts';
import type { Dispatch } from '#server/calls/dispatch.ts';
import type { Config } from '#server/config/config.ts';
import { type CallerReader, createCallerReader, type IncomingRequest } from '#server/http/caller-reader.ts';
import { locationHeaders, unknowableRegions } from '#server/http/geo-location.ts';
import { isFromOwnPage, isWrite } from '#server/http/guards.ts';
import type { CallerRequest } from '#server/identity/caller.ts';
import { hiddenPlaces } from '#server/performers/profile/hidden-places.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { AstroApp } from './astro-app.ts';
import { type CacheKey, hasSession } from './cache-key.ts';
import { compressResponse, negotiateEncoding } from './compress.ts';
import { lastResort, readForm } from './last-resort.ts';
import type { Visit } from './page-cache.ts';
import { createPageHost, type ReadImage } from './page-host.ts';
import type { Memo, SharedPages } from './shared-pages.ts';

export interface Site {
  /** Answers from the cache, or by rendering the page. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Renders the page of a URL that the HTTP server did not pass to `serve`. */
  fetch(request: Request, incoming: IncomingMessage): Promise<Response>;
}

export interface SiteParts {
  readonly deps: Deps;
  readonly astro: AstroApp;
  readonly dispatch: Dispatch;
  readonly readImage: ReadImage;
  readonly log: Logger;
  readonly pages: SharedPages;
}

export function createSite({ deps, astro, dispatch, readImage, log, pages }: SiteParts): Site {
  const { config } = deps;
  const callers = createCallerReader(deps);
  const host = createPageHost({ config, astro, dispatch, readImage, log });
  const { cache, memo } = pages;
  const regions = unknowableRegions(config);
  if (config.mode === 'production' && regions.length > 0)
    log.warn({ regions }, 'GEO_BLOCK names regions that cannot be detected here: their visitors are served');

  /** Rendered from URL, flags and place only, so that it contains nothing of a single visitor. */
  function renderShared({ url, cookie }: CacheKey, location: GeoLocation): Promise<Response> {
    const request = { ...callers.requestOf(nobody), location };
    const authenticate = async () => ({ kind: 'guest', guestId: '', request }) as const;
    const headers = { accept: 'text/html', ...(cookie && { cookie }) };
    return host({ method: 'GET', url, headers, request, authenticate, memo: memoAt(placeKey(location)) });
  }
  const memoAt = (place: string): Memo =>
    place === '' ? memo : { ...memo, of: (key, ask) => memo.of(`${place} ${key}`, ask) };

  const respond = createResponder({ config, callers, host });
  const visitors = new WeakMap<IncomingMessage, CallerRequest>();
  const listener = getRequestListener(
    (request, env) => {
      const incoming = (env as unknown as { incoming: IncomingMessage }).incoming;
      return respond(request, incoming, visitors.get(incoming));
    },
    { overrideGlobalObjects: false },
  );

  /** Renders a page for this visitor only: it can't be shared, or sharing failed. */
  async function serveNew(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    visit: Visit & { readonly requestId: string },
  ): Promise<void> {
    const isSent = await cache.answer(incoming, outgoing, visit).catch((error: unknown) => {
      log.error({ err: error, url: incoming.url, requestId: visit.requestId }, 'A shared page failed');
      return outgoing.headersSent;
    });
    if (!isSent) await listener(incoming, outgoing);
  }

  const places = hiddenPlaces(deps);

  function serveAt(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { visitor, hidden }: { visitor: CallerRequest; hidden: ReadonlySet<string> },
  ): void {
    const location = placeAmong(hidden, visitor.location);
    const visit = {
      render: (key: CacheKey) => renderShared(key, location),
      headers: visitorHeaders(visitor).flat(),
      requestId: visitor.id,
      place: placeKey(location),
    };
    if (!cache.send(incoming, outgoing, visit)) void serveNew(incoming, outgoing, visit);
  }

  return {
    serve(incoming, outgoing) {
      const visitor = callers.requestOf(incomingOf(incoming));
      visitors.set(incoming, visitor);
      const { location } = visitor;
      const isNowhere = location.country === null && !location.unreadable;
      const hidden = isNowhere ? new Set<string>() : places.known();
      if (isBlocked(config.geo.block, location)) void listener(incoming, outgoing);
      else if (hidden) serveAt(incoming, outgoing, { visitor, hidden });
      else
        places.read().then(
          (read) => serveAt(incoming, outgoing, { visitor, hidden: read }),
          // Never a page of others: this page says that the database is away.
          () => void listener(incoming, outgoing),
        );
    },
    fetch: (request, incoming) => respond(request, incoming),
  };
}

interface Responding {
  readonly config: Config;
  readonly callers: CallerReader;
  readonly host: ReturnType<typeof createPageHost>;
}

/** Renders a page for one visitor. */
function createResponder({ config, callers, host }: Responding) {
  return async (
    pageRequest: Request,
    incoming: IncomingMessage,
    known?: CallerRequest,
  ): Promise<Response> => {
    const from = incomingOf(incoming);
    const request = known ?? callers.requestOf(from);
    const { method, headers } = pageRequest;
    const { url = '/' } = incoming;
    const area = areaOf(splitLocale(url.split('?', 1)[0] ?? '/').path);
    // A form of another site would act in the visitor's name. A request without either header does not come from a
    // browser.
    const isForeign =
      isWrite(method) && isFromOwnPage(config, { ...from, host: from.header('host') ?? '' }) === false;
    const form = isForeign ? lastResort(403) : await readForm(pageRequest, url);
    const response = await host({
      method,
      url,
      headers,
      ...(form instanceof Response ? { refused: form } : { body: form }),
      request,
      authenticate: () => callers.authenticate({ ...from, area }, request),
      blocked: isBlocked(config.geo.block, request.location),
    });
    for (const [name, value] of visitorHeaders(request)) response.headers.set(name, value);
    keepPrivate(response.headers, { isPersonal: area !== 'site' || hasSession(headers.get('cookie')) });
    return compressResponse(response, negotiateEncoding(headers.get('accept-encoding')));
  };
}

function keepPrivate(headers: Headers, { isPersonal }: { isPersonal: boolean }): void {
  // After a logout, the Back button must find nothing in the browser's caches.
  if (isPersonal) headers.set('cache-control', 'no-store');
  else if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  // Prevents a prefetched page from being shown after a login or an answer to the age question.
  headers.append('vary', 'Cookie');
}

/** Headers of every page; the browser's own check (recheckGeo) reads the location. */
const visitorHeaders = ({ id, location }: CallerRequest): [name: string, value: string][] => [
  ['x-request-id', id],
  ...locationHeaders(location),
];

/** Request used to render shared pages. */
const nobody: IncomingRequest = { peer: undefined, header: () => undefined };

const incomingOf = ({ socket, headers }: IncomingMessage): IncomingRequest => ({
  peer: socket.remoteAddress,
  header: (name) => headers[name]?.toString(),
});
