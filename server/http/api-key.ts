import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import { identityCookies } from '#server/identity/cookies.ts';
import type { HttpEnv } from './env.ts';

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** In the header, or in the query for beacons, which can set no header. */
export function requireApiKey(config: Config): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const key = c.req.header('api-key') ?? c.req.query('api-key') ?? '';
    if (!isSame(key, config.apiKey)) throw new AppError('badRequest.invalid.apiKey');
    await next();
  };
}

/** A write with the session cookie must come from one of our own pages. */
export function requireOwnOrigin(config: Config): MiddlewareHandler<HttpEnv> {
  const { session } = identityCookies(config.secureCookies);
  return async (c, next) => {
    const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD' && c.req.method !== 'OPTIONS';
    const rides = c.req.header('authorization') === undefined && getCookie(c, session);
    if (writes && rides && !isOwn(config, c.req.header('origin'), c.req)) {
      throw new AppError('badRequest.invalid.origin');
    }
    await next();
  };
}

function isOwn(
  config: Config,
  origin: string | undefined,
  request: { url: string; header(name: string): string | undefined },
): boolean {
  if (origin === undefined) return request.header('sec-fetch-site') === 'same-origin';
  return isOwnOrigin(config, origin, request.header('host') ?? new URL(request.url).host);
}

/** Whether an Origin header is PUBLIC_URL's, or that of the requested host. */
export function isOwnOrigin(config: Config, origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return asked.origin === new URL(config.publicUrl).origin || (config.mode === 'demo' && asked.host === host);
}
