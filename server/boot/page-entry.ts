import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { requestIdOf } from './request-id.ts';

/** A page as it was rendered. */
export interface RenderedPage {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  body: Buffer;
}

export type Coding = 'identity' | 'br' | 'gzip';

/** A page as it is sent, in each coding somebody asked for. */
export interface PageEntry {
  page: RenderedPage;
  /** Hash of the body; empty for what is sent once. */
  tag: string;
  bodies: Map<Coding, Buffer>;
  /** Names and values of the headers in turn. */
  fields: string[];
}

const brotli = promisify(brotliCompress);
/** Five is a tenth of the work of eleven for nine tenths of the gain; a page lives for seconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const packers = {
  br: (body: Buffer) => brotli(body, BROTLI),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
};
/** Set for each answer anew, or not true of one that was kept. */
const dropped: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'x-request-id',
  'vary',
  'cache-control',
]);

export function entryOf(page: RenderedPage, toKeep: boolean): PageEntry {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(page.headers)) {
    if (value === undefined || dropped.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) fields.push(name, String(one));
  }
  // The browser asks each time and mostly hears that nothing changed; nobody between us and it keeps a page.
  fields.push('cache-control', String(page.headers['cache-control'] ?? 'private, no-cache'));
  fields.push('vary', 'Accept-Encoding, Cookie');
  return {
    page,
    fields,
    tag: toKeep && page.status === 200 ? hash('sha1', page.body, 'base64url') : '',
    bodies: new Map([['identity', page.body]]),
  };
}

export async function packed(entry: PageEntry, coding: Coding): Promise<Buffer> {
  const ready = entry.bodies.get(coding);
  if (ready) return ready;
  const body = coding === 'identity' ? entry.page.body : await packers[coding](entry.page.body);
  entry.bodies.set(coding, body);
  return body;
}

export function codingFor({ headers }: IncomingMessage): Coding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  const takes = (coding: string) =>
    new RegExp(`(?:^|[\\s,])${coding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

interface Sent {
  entry: PageEntry;
  coding: Coding;
  body: Buffer;
}

export function write(
  request: IncomingMessage,
  response: ServerResponse,
  { entry, coding, body }: Sent,
): void {
  const { page, tag, fields } = entry;
  const etag = `"${tag}${coding === 'identity' ? '' : `-${coding}`}"`;
  const head = [...fields, 'x-request-id', requestIdOf(request)];
  if (tag) head.push('etag', etag);
  if (tag && knows(request, etag)) {
    response.writeHead(304, head).end();
    return;
  }
  if (coding !== 'identity') head.push('content-encoding', coding);
  head.push('content-length', String(body.byteLength));
  response.writeHead(page.status, head);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function knows({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match'];
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
}
