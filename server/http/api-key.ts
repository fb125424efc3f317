import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import { bearerOf, carriesSession } from './caller-reader.ts';
import type { HttpEnv } from './env.ts';
import { isFromOwnPage, isWrite } from './own-page.ts';

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
