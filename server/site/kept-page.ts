import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fillTemplate, type PageTemplate, type Slots, type SlotValues } from './affiliate-slots.ts';
import { compress, type Encoding } from './compress.ts';

export interface KeptPage {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** A template if visitors' values have to be filled in. */
  readonly body: Buffer | PageTemplate;
  /** Hash of the page with its slots; empty if the page is not shared. */
  readonly tag: string;
  /** Compressed on first use; empty for a template. */
  readonly compressed: Map<Encoding, Buffer>;
  /** Whether other guests may get it as well. */
  readonly isShared: boolean;
}

/** A response for one visitor: with their values, in an encoding their browser accepts. */
export interface Reply {
  readonly page: KeptPage;
  readonly values: SlotValues;
  readonly encoding: Encoding;
  /** Headers for this visitor: request id, location. Names and values alternate. */
  readonly headers: readonly string[];
}

/** Headers set for each response, or invalid for a cached one. */
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

/** Undefined if a slot has an unknown encoding: the page is then rendered with its visitor's own values. */
export async function keepPage(response: Response, slots: Slots): Promise<KeptPage | undefined> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = slots.areIn(bytes) ? slots.template(bytes) : bytes;
  if (!body) return undefined;
  const headers = [...response.headers].filter(([name]) => !dropped.has(name)).flat();
  const cacheControl = response.headers.get('cache-control') ?? 'private, no-cache';
  const isShared =
    response.status === 200 && !response.headers.has('set-cookie') && !/no-store/.test(cacheControl);
  // Browsers revalidate each time; shared caches may not store it.
  headers.push('cache-control', cacheControl, 'vary', 'Accept-Encoding, Cookie');
  // Without the slots' nonce, which differs between processes.
  const hashed = Buffer.isBuffer(body) ? body : body.texts.join('\0');
  const tag = isShared ? hash('sha1', hashed, 'base64url') : '';
  return { status: response.status, headers, body, tag, compressed: new Map(), isShared };
}

/** Undefined if the page must be compressed first. A string is a byte string (`latin1`). */
export function readyBody({ page, values, encoding }: Reply): Buffer | string | undefined {
  if (encoding !== 'identity') return page.compressed.get(encoding);
  return Buffer.isBuffer(page.body) ? page.body : fillTemplate(page.body, values);
}

export async function bodyOf(reply: Reply): Promise<Buffer | string> {
  const ready = readyBody(reply);
  if (ready) return ready;
  const { page, values, encoding } = reply;
  if (!Buffer.isBuffer(page.body))
    return compress(Buffer.from(fillTemplate(page.body, values), 'latin1'), encoding);
  const compressed = await compress(page.body, encoding);
  page.compressed.set(encoding, compressed);
  return compressed;
}

/** Bytes including compressed bodies, which together are smaller than the page. */
export const weightOf = ({ body }: KeptPage): number =>
  2 * (Buffer.isBuffer(body) ? body.length : body.texts.reduce((sum, text) => sum + text.length, 0)) + 1;

/** Answers 304 if the browser has the page, before a body is made; else returns false. */
export function sendNotModified(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  slots: Slots,
): boolean {
  if (!reply.page.tag) return false;
  const known = request.headers['if-none-match'];
  const etag = etagOf(reply);
  if (!known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) return false;
  response.writeHead(304, headersOf(reply, slots)).end();
  return true;
}

export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  body: Buffer | string,
  slots: Slots,
): void {
  const headers = headersOf(reply, slots);
  if (reply.encoding !== 'identity') headers.push('content-encoding', reply.encoding);
  headers.push('content-length', String(body.length));
  response.writeHead(reply.page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
}

function headersOf(reply: Reply, slots: Slots): string[] {
  const { page, values } = reply;
  const isFixed = page.status === 200;
  const headers = isFixed ? [...page.headers] : page.headers.map((value) => slots.fillHeader(value, values));
  headers.push(...reply.headers);
  if (page.tag) headers.push('etag', etagOf(reply));
  return headers;
}

function etagOf({ page, values, encoding }: Reply): string {
  const own = Buffer.isBuffer(page.body) ? '' : `-${hash('sha1', JSON.stringify(values), 'base64url')}`;
  return `"${page.tag}${own}${encoding === 'identity' ? '' : `-${encoding}`}"`;
}
