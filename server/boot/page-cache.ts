import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { guestAsk, type PageAsk } from './page-key.ts';
import { requestIdOf } from './request-id.ts';

/** A page as it was rendered. */
export interface RenderedPage {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  body: Buffer;
}

export interface PageCacheOptions {
  render: (ask: PageAsk) => Promise<RenderedPage>;
  /** A page this old is sent as it is, in ms. */
  freshMs: number;
  /** After that, and as long again as this in ms, it is still sent while a new one is made. */
  staleMs: number;
  maxBytes?: number;
  now?: () => number;
}

export interface PageCache {
  /** Sends a page that is there; false where one has to be made first. Never waits. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  /** Makes, keeps and sends a guest's page; false where the page is not any guest's. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Something changed that pages show: none of those made so far is sent again. */
  forget(): void;
}

type Coding = 'identity' | 'br' | 'gzip';

interface Entry {
  page: RenderedPage;
  generation: number;
  madeAt: number;
  /** Hash of the body; empty for what is sent once. */
  tag: string;
  bodies: Map<Coding, Buffer>;
  fields: string[];
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ONCE = 5000;
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

/** Guests' pages for a second or two: one is made for all who ask for the same (docs/decisions/0021). */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, freshMs, staleMs, maxBytes = MAX_BYTES, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  const making = new Map<string, Promise<Entry>>();
  /** Addresses with a query that were asked for once. */
  const once = new Set<string>();
  let bytes = 0;
  let generation = 0;

  function make(key: string, ask: PageAsk): Promise<Entry> {
    const slot = `${generation} ${key}`;
    const under = making.get(slot);
    if (under) return under;
    const started = { generation, madeAt: now() };
    const toKeep = isAskedAgain(key, ask);
    const made = render(ask)
      .then((page) => {
        const entry = { ...entryOf(page, toKeep), ...started };
        return toKeep ? keep(key, entry) : entry;
      })
      .finally(() => making.delete(slot));
    making.set(slot, made);
    return made;
  }

  /**
   * Whether anybody may ask for it again. Half the visitors an affiliate sends carry a number nobody else has: their
   * pages would push everybody else's out, so an address with a query is kept from the second time on.
   */
  function isAskedAgain(key: string, { url }: PageAsk): boolean {
    if (!url.includes('?') || once.delete(key)) return true;
    once.add(key);
    const [oldest] = once;
    if (once.size > MAX_ONCE && oldest !== undefined) once.delete(oldest);
    return false;
  }

  function keep(key: string, entry: Entry): Entry {
    drop(key);
    if (entry.generation !== generation || !mayKeep(entry.page)) return entry;
    entries.set(key, entry);
    bytes += weight(key, entry);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
    return entry;
  }

  function drop(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= weight(key, entry);
  }

  /** A page that may be sent now; one that is due is made anew behind the visitor's back. */
  function usable(key: string, ask: PageAsk): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || entry.generation !== generation) return undefined;
    const age = now() - entry.madeAt;
    if (age > freshMs + staleMs) return undefined;
    // A failure leaves the old page; the visitor who finds none is told.
    if (age > freshMs) make(key, ask).catch(() => {});
    return entry;
  }

  return {
    send(request, response) {
      if (freshMs === 0) return false;
      const ask = guestAsk(request);
      if (!ask) return false;
      const entry = usable(keyOf(ask), ask);
      const coding = codingFor(request);
      const body = entry?.bodies.get(coding);
      if (!entry || !body) return false;
      write(request, response, { entry, coding, body });
      return true;
    },
    async answer(request, response) {
      const ask = freshMs === 0 ? null : guestAsk(request);
      if (!ask) return false;
      const key = keyOf(ask);
      const entry = usable(key, ask) ?? (await make(key, ask));
      const coding = codingFor(request);
      write(request, response, { entry, coding, body: await packed(entry, coding) });
      return true;
    },
    forget() {
      generation += 1;
      entries.clear();
      bytes = 0;
    },
  };
}

const keyOf = ({ url, cookie }: PageAsk): string => `${cookie}\n${url}`;

/** Compressed forms come on top; three times the page is more than they take together. */
const weight = (key: string, { page }: Entry): number => key.length + page.body.byteLength * 2;

function mayKeep({ status, headers }: RenderedPage): boolean {
  return (
    status === 200 &&
    headers['set-cookie'] === undefined &&
    !/no-store/.test(String(headers['cache-control']))
  );
}

function entryOf(page: RenderedPage, toKeep: boolean): Omit<Entry, 'generation' | 'madeAt'> {
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

async function packed(entry: Entry, coding: Coding): Promise<Buffer> {
  const ready = entry.bodies.get(coding);
  if (ready) return ready;
  const body = coding === 'identity' ? entry.page.body : await packers[coding](entry.page.body);
  entry.bodies.set(coding, body);
  return body;
}

function codingFor({ headers }: IncomingMessage): Coding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  const takes = (coding: string) =>
    new RegExp(`(?:^|[\\s,])${coding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

interface Sent {
  entry: Entry;
  coding: Coding;
  body: Buffer;
}

function write(request: IncomingMessage, response: ServerResponse, { entry, coding, body }: Sent): void {
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
