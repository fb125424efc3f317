import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { type Addresses, siteOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';

/** Seconds for which browsers use https only. */
const HTTPS_SECONDS = 31_536_000;

/** For every response. The demo has no TLS, so it must not send HSTS. */
export const securityHeadersOf = ({ mode }: Pick<Config, 'mode'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  ...(mode === 'production' && { 'strict-transport-security': `max-age=${HTTPS_SECONDS}` }),
});

/** For responses that are not pages; the site sets those of pages, with a content security policy. */
export function securityHeaders(config: Pick<Config, 'mode'>): MiddlewareHandler {
  const headers = Object.entries(securityHeadersOf(config));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.header(name, value);
  };
}

/** API responses are for one caller and not cached, unless the handler sets it. */
export const keptNowhere: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};

/** Seconds for which a browser caches a preflight; Chromium's maximum. */
const PREFLIGHT_SECONDS = 7200;

/** CORS for the site's pages if the API has another origin; otherwise no middleware. */
export function allowSite(config: Addresses): MiddlewareHandler[] {
  const origin = siteOriginOf(config);
  if (origin === null) return [];
  const allowed = cors({
    origin: [origin],
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['api-key', 'authorization', 'content-type', 'x-lang', 'x-non-nude', 'x-request-id'],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: PREFLIGHT_SECONDS,
  });
  return [allowed];
}
