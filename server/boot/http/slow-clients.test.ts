import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRawClient } from '#server/testing/network/raw-client.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';
import { patience } from './http-server.ts';

let server: TestRoot;
beforeAll(async () => {
  server = await startTestRoot({
    patience: { headers: 400, request: 800, silence: 1200 },
    render: () => new Promise(() => {}),
  });
});
afterAll(() => server.close());

const drip = (send: (text: string) => void, every: number) => setInterval(() => send('x'), every);

it('allows 10 s for headers, 30 s for a request, a minute of silence, and 75 s between requests', () => {
  expect(patience).toEqual({ headers: 10_000, request: 30_000, silence: 60_000, keepAlive: 75_000 });
});

it('closes a connection that sends nothing', async () => {
  await (await openRawClient(server.port)).untilClosed();
});

it('answers 408 to headers sent byte by byte, and closes', async () => {
  const client = await openRawClient(server.port);
  client.send('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const dripping = drip(client.send, 100);
  expect(await client.untilClosed()).toMatch(/^HTTP\/1.1 408 /);
  clearInterval(dripping);
});

it.each(['/api/member/login', '/age'])(
  'answers 408 to a body for %s that is sent byte by byte',
  async (path) => {
    const client = await openRawClient(server.port);
    client.send(
      `POST ${path} HTTP/1.1\r\nhost: x\r\napi-key: vonk-web\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n`,
    );
    const dripping = drip(client.send, 100);
    expect(await client.untilClosed()).toMatch(/^HTTP\/1.1 408 /);
    clearInterval(dripping);
  },
);

it('closes a connection that is silent while a response is made', async () => {
  const client = await openRawClient(server.port);
  client.send('GET /never HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await client.untilClosed()).toBe('');
});

it('accepts a request with a short pause', async () => {
  const client = await openRawClient(server.port);
  client.send('GET /healthz HTTP/1.1\r\nhost: x\r\n');
  // biome-ignore lint/plugin/sleeps: the pause of a slow client
  setTimeout(() => client.send('connection: close\r\n\r\n'), 100);
  expect(await client.untilClosed()).toContain('{"status":"alive"}');
});

it('logs none of this as an error', () => expect(server.logged).toEqual([]));
