import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './env.ts';

/** For answers of the API; pages get theirs, with a content policy, from the site. */
export const securityHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};
