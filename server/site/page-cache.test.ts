import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestIdOf } from '#server/http/caller-reader.ts';
import type { CacheKey } from './cache-key.ts';
import { createPageCache, type PageCache, type RenderShared } from './page-cache.ts';

const FRESH = 1000;
const STALE = 5000;
const text = `<p>${'a page that repeats itself '.repeat(200)}</p>`;

let time: number;
let keys: CacheKey[];
let page: () => Promise<Response>;
let cache: PageCache;
let server: Server;
let url: string;

function html(body: string, headers: Record<string, string | string[]> = {}, status = 200): Response {
  const response = new Response(body, { status, headers: { 'content-type': 'text/html' } });
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) response.headers.append(name, one);
  }
  return response;
}

const render: RenderShared = (key) => {
  keys.push(key);
  return page();
};

beforeEach(async () => {
  time = 0;
  keys = [];
  page = async () => html(`${text}${keys.length}`);
  cache = createPageCache({
    freshMs: FRESH,
    staleMs: STALE,
    maxBytes: 40_000,
    now: () => 1 + time,
  });
  server = createServer(async (request, response) => {
    const id = requestIdOf(request.headers['x-request-id']?.toString());
    const visit = { render, headers: ['x-request-id', id] };
    if (cache.send(request, response, visit)) return;
    const answered = await cache.answer(request, response, visit).catch(() => response.writeHead(500).end());
    if (!answered) response.writeHead(418).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const get = (path = '/', headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers }, method, redirect: 'manual' });
const read = async (path?: string, headers?: Record<string, string>) => (await get(path, headers)).text();

describe('a kept page', () => {
  it('is rendered once for concurrent requests, and reused while it is fresh', async () => {
    const all = await Promise.all([read(), read(), read()]);
    time = FRESH;
    expect(new Set([...all, await read()]).size).toBe(1);
    expect(keys).toHaveLength(1);
  });

  it('is sent once more when it is due, while the next one is rendered', async () => {
    await read();
    time = FRESH + 1;
    expect(await read()).toBe(`${text}1`);
    await expect.poll(() => read()).toBe(`${text}2`);
    expect(keys).toHaveLength(2);
  });

  it('is not sent if it is too old', async () => {
    await read();
    time = FRESH + STALE + 1;
    expect(await read()).toBe(`${text}2`);
  });

  it('is rendered again after a change of its content, even if a rendering had begun', async () => {
    await read();
    cache.forget();
    expect(await read()).toBe(`${text}2`);
    let finish = () => {};
    cache.forget();
    page = () =>
      new Promise((done) => {
        finish = () => done(html('from before'));
      });
    const early = read();
    await expect.poll(() => keys.length).toBe(3);
    cache.forget();
    page = async () => html('from after');
    finish();
    expect(await early).toBe('from before');
    expect(await read()).toBe('from after');
  });

  it("stays while the next one can't be rendered", async () => {
    await read();
    time = FRESH + 1;
    page = () => Promise.reject(new Error('database away'));
    expect(await read()).toEqual(`${text}1`);
    expect(await read()).toEqual(`${text}1`);
    time = FRESH + STALE + 1;
    expect((await get()).status).toBe(500);
  });

  it('is separate for each URL and each set of flags', async () => {
    const pages = [
      await read('/a'),
      await read('/b'),
      await read('/a', { cookie: 'age=1' }),
      await read('/a', { cookie: 'other=2; age=1' }),
    ];
    expect(new Set(pages).size).toBe(3);
    expect(keys.map(({ cookie }) => cookie)).toEqual(['', '', 'age=1']);
  });

  it("is shared by all affiliates, with each one's values in the links", async () => {
    page = async () => html(`<a href="${keys.at(-1)?.url.replaceAll('&', '&#38;')}">`);
    const hrefs = await Promise.all(['1', '2', 'a%20%22b', '%26'].map((id) => read(`/?p=77&Click_id=${id}`)));
    expect(hrefs).toEqual(['1', '2', 'a+%22b', '%26'].map((id) => `<a href="/?p=77&#38;Click_id=${id}">`));
    expect(keys).toHaveLength(1);
  });

  it('gives visitors of different affiliates different ETags', async () => {
    page = async () => html(`<a href="${keys.at(-1)?.url}">`);
    const first = await get('/?Click_id=1');
    const etag = first.headers.get('etag') ?? '';
    await first.text();
    expect((await get('/?Click_id=1', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/?Click_id=2', { 'if-none-match': etag })).status).toBe(200);
  });

  it('is dropped if there are too many', async () => {
    for (const path of ['/1', '/2', '/3', '/4', '/5']) await read(path);
    await read('/1');
    expect(keys.map((key) => key.url)).toEqual(['/1', '/2', '/3', '/4', '/5', '/1']);
  });
});

describe('an answer', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', null, (body: Buffer) => body],
  ] as const)('to a browser that accepts %s', async (accepted, coding, unpack) => {
    for (const _ of ['made', 'kept', 'kept and packed']) {
      const bytes = await rawBody('/', accepted);
      expect(bytes.coding).toBe(coding);
      expect(unpack(bytes.body).toString()).toBe(`${text}1`);
      expect(bytes.length).toBe(bytes.body.byteLength);
    }
  });

  it('is 304 for a browser that has the page, in the encoding it has', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    await first.text();
    const again = await get('/', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const packed = await get('/', { 'if-none-match': etag, 'accept-encoding': 'br' });
    expect(packed.status).toBe(200);
    expect(again.headers.get('vary')).toBe('Accept-Encoding, Cookie');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('to HEAD has the length and no body', async () => {
    await read();
    const head = await get('/', {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(text.length + 1));
    expect(await head.text()).toBe('');
  });
});

describe('not cached', () => {
  it.each([
    ['a redirect', html('', { location: '/free' }, 301)],
    ['an error', html('gone', {}, 404)],
    ['what sets a cookie', html('hello', { 'set-cookie': ['a=1', 'b=2'] })],
    ['what says so', html('hello', { 'cache-control': 'no-store' })],
  ])('%s, but sent unchanged', async (_, rendered) => {
    page = async () => rendered.clone();
    const answers = [await get(), await get()];
    for (const answer of answers) {
      expect(answer.status).toBe(rendered.status);
      expect(answer.headers.getSetCookie()).toEqual(rendered.headers.getSetCookie());
      expect(answer.headers.get('location')).toBe(rendered.headers.get('location'));
      await answer.text();
    }
    expect(keys).toHaveLength(2);
  });

  it('any page of a member', async () => {
    expect((await get('/', { cookie: 'vonk_session=a' })).status).toBe(418);
    expect(keys).toEqual([]);
  });
});

async function rawBody(path: string, accepted: string) {
  const { request } = await import('node:http');
  const sent = request(url + path, { headers: { 'accept-encoding': accepted } }).end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const coding = response.headers['content-encoding'] ?? null;
  return { coding, body: Buffer.concat(chunks), length: Number(response.headers['content-length']) };
}
