import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/config/config.ts';

/** Seconds in which browsers come back by https only. */
const HTTPS_SECONDS = 31_536_000;

/** For every answer. The demo has no https, and a browser would remember to insist on it. */
export const securityHeadersOf = ({ mode }: Pick<Config, 'mode'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  ...(mode === 'production' && { 'strict-transport-security': `max-age=${HTTPS_SECONDS}` }),
});

/** For answers that are no pages: those get theirs, with a content policy, from the site. */
export function securityHeaders(config: Pick<Config, 'mode'>): MiddlewareHandler {
  const headers = Object.entries(securityHeadersOf(config));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.header(name, value);
  };
}

/** What the API answers is for one caller, unless it says otherwise. */
export const keptNowhere: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};
