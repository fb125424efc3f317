import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { type Addresses, siteOriginOf } from '#server/config/api-address.ts';

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
