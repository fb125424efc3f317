import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import type { Caller } from '#server/identity/caller.ts';
import { bearerOf, carriesSession } from './caller-reader.ts';
import type { ReadHeader } from './geo-location.ts';

export function isApiKey({ apiKey }: Config, key: string): boolean {
  const [left, right] = [Buffer.from(key), Buffer.from(apiKey)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** From the header, or from the query for beacons, which can't set headers. */
export function requireApiKey(config: Config): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const key = c.req.header('api-key') ?? c.req.query('api-key') ?? '';
    if (!isApiKey(config, key)) throw new AppError('badRequest.invalid.apiKey');
    await next();
  };
}

/**
 * Refuses writes from pages of other sites. A write with the session cookie must come from a page of this site. A
 * bearer token is exempt: no other site has one, and a cookie sent with it is ignored.
 */
export function requireOwnOrigin(config: Config): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const header = (name: string) => c.req.header(name);
    if (isWrite(c.req.method) && bearerOf(header) === undefined) {
      const host = header('host') ?? new URL(c.req.url).host;
      const isOwn = isFromOwnPage(config, { header, host }) ?? !carriesSession(config, header);
      if (!isOwn) throw new AppError('badRequest.invalid.origin');
    }
    await next();
  };
}

interface Sender {
  readonly header: ReadHeader;
  /** Requested host name and port. */
  readonly host: string;
}

/**
 * Whether a page of this site sent the request: by Origin or, if that is missing or `null`, Sec-Fetch-Site. Null if
 * both are missing: a program, or a reading browser older than 2023.
 */
export function isFromOwnPage(config: Config, { header, host }: Sender): boolean | null {
  const origin = header('origin');
  if (origin !== undefined && origin !== 'null') return isOwnOrigin(config, origin, host);
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? null : false;
}

/** The origin of PUBLIC_URL, or in the demo of the requested host. */
function isOwnOrigin(config: Config, origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(config.publicUrl).origin || (config.mode === 'demo' && url.host === host);
}

/** Whether a request with this method may change something. */
export const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

export interface Bindings {
  /** Set by @hono/node-server. */
  incoming?: { socket: { remoteAddress?: string } };
}

export interface HttpEnv {
  Bindings: Bindings;
  Variables: { caller: Caller; requestId: string };
}
