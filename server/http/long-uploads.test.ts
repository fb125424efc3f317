import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRawClient } from '#server/testing/network/raw-client.ts';
import { allowLongUploads } from './long-uploads.ts';

/** ms */
const SILENCE = 400;

interface Post {
  /** The file that takes longer to scan than a connection may be silent; `busy`: the first, in a process that is late. */
  readonly scan: 'first' | 'last' | 'busy';
  readonly body: string;
  /** As announced. */
  readonly length?: number;
}

let server: Server;
beforeAll(async () => {
  const limits = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 };
  server = createServer(limits, (request, response) => {
    const { 'x-scan': scan } = request.headers;
    request.on('end', () => {
      // biome-ignore lint/plugin/sleeps: a slow scanner
      setTimeout(() => response.end('done'), scan === 'last' ? SILENCE * 2 : 0);
    });
    // biome-ignore lint/plugin/sleeps: a slow scanner
    setTimeout(() => request.resume(), scan === 'first' || scan === 'busy' ? SILENCE * 2 : 0);
    // biome-ignore lint/plugin/sleeps: a busy process
    if (scan === 'busy') setTimeout(blockProcess, SILENCE * 1.5, SILENCE);
  });
  server.setTimeout(SILENCE);
  allowLongUploads(server, ({ url }) => url === '/upload');
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

function blockProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Sends a body until the server answers, or `bytes` of it. */
async function drip(path: string, bytes: number): Promise<string> {
  const client = await openRawClient((server.address() as AddressInfo).port);
  client.send(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${bytes}\r\n\r\n`);
  let sent = 0;
  const dripping = setInterval(() => {
    if (sent < bytes) client.send('x');
    sent += 1;
  }, 50);
  const answer = await client.untilClosed();
  clearInterval(dripping);
  return answer;
}

it('receives an upload that takes longer than a request may', async () => {
  expect(await drip('/upload', 12)).toMatch(/^HTTP\/1.1 200 [\s\S]*done/);
});

async function post(path: string, { scan, body, length = body.length }: Post): Promise<string> {
  const client = await openRawClient((server.address() as AddressInfo).port);
  client.send(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-scan: ${scan}\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
  return client.untilClosed();
}

it.each([
  ['its last file', { scan: 'last', body: 'film' }],
  ['its first file', { scan: 'first', body: 'x'.repeat(1_000_000) }],
] as const)(
  'keeps an upload open while %s is scanned for longer than a connection may be silent',
  async (_, sent) => {
    expect(await post('/upload', sent)).toMatch(/^HTTP\/1.1 200 [\s\S]*done/);
  },
);

it('keeps an upload open that is read on by a busy process', async () => {
  const sent: Post = { scan: 'busy', body: 'x'.repeat(1_000_000) };
  expect(await post('/upload', sent)).toMatch(/^HTTP\/1.1 200 [\s\S]*done/);
});

it('closes an upload that stalls, and any other request that is silent', async () => {
  expect(await post('/upload', { scan: 'last', body: 'film', length: 5 })).toBe('');
  expect(await post('/other', { scan: 'last', body: 'film' })).toBe('');
});

it('answers 408 to any other request that takes as long', async () => {
  expect(await drip('/other', 1000)).toMatch(/^HTTP\/1.1 408 /);
});

it('answers 400 to what is not HTTP', async () => {
  const client = await openRawClient((server.address() as AddressInfo).port);
  client.send('nonsense\r\n\r\n');
  expect(await client.untilClosed()).toMatch(/^HTTP\/1.1 400 /);
});
