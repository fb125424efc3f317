import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';

let server: TestRoot;
/** Sizes in bytes of the bodies that reached the parser. */
let parsed: number[];

const parse = async (body: Promise<string>): Promise<Response> => {
  parsed.push((await body).length);
  return new Response('thank you', { headers: { 'content-type': 'text/html' } });
};

beforeAll(async () => {
  const pay = new Hono().post('/dev/pay/:id', (c) => parse(c.req.text()));
  const media = new Hono().post('/whip/:room', (c) => parse(c.req.text()));
  server = await startTestRoot({
    render: (pageRequest) => parse(pageRequest.text()),
    mounts: [
      { path: '/media', routes: media },
      { path: '/', routes: pay },
    ],
  });
});
beforeEach(() => {
  parsed = [];
});
afterAll(() => server.close());

const MEBIBYTE = Buffer.alloc(1 << 20, 'a');
const LIMIT = 64 * 1024;
const headers = { 'api-key': 'vonk-web', 'content-type': 'application/x-www-form-urlencoded' };

/** Posts without a content length and stops at the first response. */
async function postChunked(
  path: string,
  parts: readonly Buffer[],
): Promise<{ status: number; sent: number }> {
  const clientRequest = request(`${server.url}${path}`, { method: 'POST', headers });
  clientRequest.on('error', () => {});
  let answer: IncomingMessage | undefined;
  const answered = once(clientRequest, 'response').then(([first]) => {
    answer = first as IncomingMessage;
  });
  let sent = 0;
  for (const part of parts) {
    if (answer) break;
    sent += part.length;
    if (!clientRequest.write(part)) await Promise.race([once(clientRequest, 'drain'), answered]);
    // Lets the response arrive.
    await nextTurn();
  }
  if (!answer) clientRequest.end();
  await answered;
  clientRequest.destroy();
  return { status: answer?.statusCode ?? 0, sent };
}

const paths = ['/age', '/en/consent', '/activate', '/dev/pay/7', '/media/whip/room', '/api/member/login'];
const others = ['/api/payments/notify/paynl', '/no-such-page', '/favicon.svg', '/healthz', '/dev/nothing'];

it.each([...paths, ...others])('reads as little as possible of a 120 MB form for %s', async (path) => {
  const { status, sent } = await postChunked(
    path,
    Array.from({ length: 120 }, () => MEBIBYTE),
  );
  expect([404, 405, 413]).toContain(status);
  expect(sent).toBeLessThan(60 * MEBIBYTE.length);
  expect(parsed).toEqual([]);
});

it.each(paths)('answers 413 above the limit for %s, with and without a length', async (path) => {
  const body = Buffer.alloc(LIMIT + 1, 'a');
  expect((await postChunked(path, [body])).status).toBe(413);
  const { status } = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  expect(status).toBe(413);
  expect(parsed).toEqual([]);
});

it('leads to the page itself where it explains why a form was too large', async () => {
  const body = Buffer.alloc(2 * MEBIBYTE.length, 'a');
  const answer = await fetch(`${server.url}/en/desk/content?x=1`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/en/desk/content?refused=large#content');
  expect(parsed).toEqual([]);
});

it.each(paths.slice(0, -1))('accepts the limit for %s, with and without a length', async (path) => {
  const body = Buffer.alloc(LIMIT, 'a');
  expect((await postChunked(path, [body.subarray(0, 100), body.subarray(100)])).status).toBe(200);
  expect((await fetch(`${server.url}${path}`, { method: 'POST', headers, body })).status).toBe(200);
  expect(parsed).toEqual([LIMIT, LIMIT]);
});

it('logs none of this as an error', () => expect(server.logged).toEqual([]));
