import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';

let server: TestRoot;
/** Bytes of each body that came as far as what parses it. */
let parsed: number[];

const parse = async (body: Promise<string>): Promise<Response> => {
  parsed.push((await body).length);
  return new Response('thank you', { headers: { 'content-type': 'text/html' } });
};

beforeAll(async () => {
  const pay = new Hono().post('/dev/pay/:id', (c) => parse(c.req.text()));
  const media = new Hono().post('/whip/:room', (c) => parse(c.req.text()));
  server = await startTestRoot({
    render: (asked) => parse(asked.text()),
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

/** Posts without saying how long it is, and stops as soon as there is an answer. */
async function postChunked(
  path: string,
  parts: readonly Buffer[],
): Promise<{ status: number; sent: number }> {
  const asked = request(`${server.url}${path}`, { method: 'POST', headers });
  asked.on('error', () => {});
  let answer: IncomingMessage | undefined;
  const answered = once(asked, 'response').then(([first]) => {
    answer = first as IncomingMessage;
  });
  let sent = 0;
  for (const part of parts) {
    if (answer) break;
    sent += part.length;
    if (!asked.write(part)) await Promise.race([once(asked, 'drain'), answered]);
    // Lets the answer in.
    await sleep(0);
  }
  if (!answer) asked.end();
  await answered;
  asked.destroy();
  return { status: answer?.statusCode ?? 0, sent };
}

const paths = ['/age', '/en/consent', '/activate', '/dev/pay/7', '/media/whip/room', '/api/member/login'];
const others = ['/api/payments/notify/paynl', '/no-such-page', '/favicon.svg', '/healthz', '/dev/nothing'];

it.each([...paths, ...others])('reads of a form of 120 MB for %s as little as it can', async (path) => {
  const { status, sent } = await postChunked(
    path,
    Array.from({ length: 120 }, () => MEBIBYTE),
  );
  expect([404, 405, 413]).toContain(status);
  expect(sent).toBeLessThan(60 * MEBIBYTE.length);
  expect(parsed).toEqual([]);
});

it.each(paths)('answers 413 to a little too much for %s, with and without its length', async (path) => {
  const body = Buffer.alloc(LIMIT + 1, 'a');
  expect((await postChunked(path, [body])).status).toBe(413);
  const { status } = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  expect(status).toBe(413);
  expect(parsed).toEqual([]);
});

it.each(paths.slice(0, -1))('takes what is allowed for %s, with and without its length', async (path) => {
  const body = Buffer.alloc(LIMIT, 'a');
  expect((await postChunked(path, [body.subarray(0, 100), body.subarray(100)])).status).toBe(200);
  expect((await fetch(`${server.url}${path}`, { method: 'POST', headers, body })).status).toBe(200);
  expect(parsed).toEqual([LIMIT, LIMIT]);
});

it('logs none of this as an error', () => expect(server.logged).toEqual([]));
