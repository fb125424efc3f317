import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fillTemplate, type PageTemplate, type Slots, type SlotValues } from './affiliate-slots.ts';
import { compress, type Encoding } from './compress.ts';

export interface KeptPage {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly template: PageTemplate;
  /** Hash of the page with its slots; empty for a page that is not shared. */
  readonly tag: string;
  /** Compressed bodies, made when first asked for; none for a page with gaps. */
  readonly bodies: Map<Encoding, Buffer>;
  /** Whether other guests may get it too. */
  readonly isShared: boolean;
}

/** A page for one visitor: with their values, encoded for their browser. */
export interface Reply {
  readonly page: KeptPage;
  readonly values: SlotValues;
  readonly encoding: Encoding;
  readonly requestId: string;
}

/** Set anew for each answer, or not valid for a kept one. */
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

/** Undefined when a slot has an unknown encoding: the page is then made with its visitor's own values. */
export async function keepPage(response: Response, slots: Slots): Promise<KeptPage | undefined> {
  const body = Buffer.from(await response.arrayBuffer());
  const template = slots.template(body);
  if (!template) return undefined;
  const headers = [...response.headers].filter(([name]) => !dropped.has(name)).flat();
  const cacheControl = response.headers.get('cache-control') ?? 'private, no-cache';
  const isShared =
    response.status === 200 && !response.headers.has('set-cookie') && !/no-store/.test(cacheControl);
  // Browsers revalidate each time; nothing in between may cache.
  headers.push('cache-control', cacheControl, 'vary', 'Accept-Encoding, Cookie');
  const bodies = new Map<Encoding, Buffer>();
  if (template.gaps.length === 0) bodies.set('identity', body);
  // Without the nonce, which differs between processes.
  const hashed = template.gaps.length === 0 ? body : template.texts.join('\0');
  const tag = isShared ? hash('sha1', hashed, 'base64url') : '';
  return { status: response.status, headers, template, tag, bodies, isShared };
}

/** Undefined when the page must be compressed first. A string holds bytes (`latin1`). */
export const readyBody = ({ page, values, encoding }: Reply): Buffer | string | undefined =>
  page.bodies.get(encoding) ?? (encoding === 'identity' ? fillTemplate(page.template, values) : undefined);

export async function bodyOf(reply: Reply): Promise<Buffer | string> {
  const ready = readyBody(reply);
  if (ready) return ready;
  const { page, values, encoding } = reply;
  const body = await compress(Buffer.from(fillTemplate(page.template, values), 'latin1'), encoding);
  if (page.template.gaps.length === 0) page.bodies.set(encoding, body);
  return body;
}

/** Bytes, with compressed bodies: together they are smaller than the page. */
export const weightOf = ({ template }: KeptPage): number =>
  2 * template.texts.reduce((sum, text) => sum + text.length, 0) + 1;

/** Answers 304 to a browser that has the page already, before any body is made; false when it has not. */
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
  const { page, values, requestId } = reply;
  const isFixed = page.status === 200;
  const headers = isFixed ? [...page.headers] : page.headers.map((value) => slots.fillHeader(value, values));
  headers.push('x-request-id', requestId);
  if (page.tag) headers.push('etag', etagOf(reply));
  return headers;
}

function etagOf({ page, values, encoding }: Reply): string {
  const filled = page.template.gaps.length > 0;
  const own = filled ? `-${hash('sha1', JSON.stringify(values), 'base64url')}` : '';
  return `"${page.tag}${own}${encoding === 'identity' ? '' : `-${encoding}`}"`;
}
