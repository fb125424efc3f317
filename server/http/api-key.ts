import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import { bearerOf, carriesSession } from './caller-reader.ts';
import type { HttpEnv } from './env.ts';
import { isFromOwnPage, isWrite } from './own-page.ts';

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

export const isApiKey = ({ apiKey }: Config, key: string): boolean => isSame(key, apiKey);

/** In the header, or in the query for beacons, which can set no header. */
export function requireApiKey(config: Config): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const key = c.req.header('api-key') ?? c.req.query('api-key') ?? '';
    if (!isApiKey(config, key)) throw new AppError('badRequest.invalid.apiKey');
    await next();
  };
}

/**
 * No page of another site may write, and a write with the session cookie must come from one of our own pages. A bearer
 * token is exempt: no other site has one, and the cookie beside it is not read.
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
