import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, MiddlewareHandler } from 'hono';

/** Seconds. */
const YEAR = 31_536_000;
const DAY = 86_400;

/** Serves the files of the built site, compressed if the browser accepts it. Passes on paths without a file. */
export function builtFiles(root = './dist/client'): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed: true });
  return async (c, next) => {
    const found = await serve(c, async () => {});
    if (!found) return next();
    const { headers } = found;
    headers.set('Cache-Control', cacheFor(c.req.path));
    headers.set('ETag', etagOf(headers));
    // The request decides on compression, so caches need Vary on uncompressed files as well.
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

/** Time and size differ between builds, the encoding between the forms of a file. */
function etagOf(headers: Headers): string {
  const changed = Date.parse(headers.get('last-modified') ?? '').toString(36);
  const parts = [changed, headers.get('content-length'), headers.get('content-encoding')];
  return `"${parts.filter((part) => part !== null).join('-')}"`;
}

/** Whether the browser has the current file (RFC 9110, 13.2.2). A range request is always answered with the range. */
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
