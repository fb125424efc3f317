import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';

/** Seconds. */
const YEAR = 31_536_000;
const DAY = 86_400;

/** The files of the built site, compressed ones where the browser takes them; what is not there is passed on. */
export function builtFiles(root = './dist/client'): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed: true });
  return async (c, next) => {
    const found = await serve(c, async () => {});
    if (!found) return next();
    const { headers } = found;
    headers.set('Cache-Control', cacheFor(c.req.path));
    headers.set('ETag', etagOf(headers));
    // Compressed or not is chosen by the request; a cache must know, whichever came first.
    if (!headers.has('Vary')) headers.set('Vary', 'Accept-Encoding');
    return isKnown(c, headers) ? notModified(found) : found;
  };
}

/** Built files carry a hash in their name and never change; everything else is revalidated, an icon once a day. */
function cacheFor(path: string): string {
  if (path.startsWith('/_astro/')) return `public, max-age=${YEAR}, immutable`;
  return /^\/(?:favicon\.\w+|apple-touch-icon\.png)$/.test(path)
    ? `public, max-age=${DAY}`
    : 'public, max-age=0, must-revalidate';
}

/** Time and size tell two builds apart, the encoding two forms of a file. */
function etagOf(headers: Headers): string {
  const changed = Date.parse(headers.get('last-modified') ?? '').toString(36);
  const parts = [changed, headers.get('content-length'), headers.get('content-encoding')];
  return `"${parts.filter((part) => part !== null).join('-')}"`;
}

/** Whether the browser has the file as it is now (RFC 9110, 13.2.2); a part of a file is always sent. */
function isKnown(c: Context, headers: Headers): boolean {
  if (c.req.header('range') !== undefined) return false;
  const tags = c.req.header('if-none-match');
  if (tags !== undefined) {
    const own = headers.get('etag');
    return tags.split(',').some((tag) => ['*', own].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(c.req.header('if-modified-since') ?? '');
  return since >= Date.parse(headers.get('last-modified') ?? '');
}

async function notModified(found: Response): Promise<Response> {
  await found.body?.cancel();
  const headers = new Headers(found.headers);
  for (const name of ['content-length', 'content-type', 'content-encoding']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
