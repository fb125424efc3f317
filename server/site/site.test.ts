import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestApp } from '#server/testing/test-app.ts';
import { createSharedPages } from './shared-pages.ts';
import { createSite } from './site.ts';

/** Breaks off while it is read. */
const broken = () =>
  new ReadableStream({
    pull: () => {
      throw new Error('the stream broke');
    },
  });

it('makes a page for its visitor alone where the one for all fails, and goes on', async () => {
  const { deps, dispatch, close } = await createTestApp();
  const bodies = [broken(), 'whole'];
  const astro = {
    contentPolicy: "default-src 'self'",
    render: async () => new Response(bodies.shift() ?? 'whole', { headers: { 'content-type': 'text/html' } }),
  };
  const pages = createSharedPages({ pageFreshMs: 1000 });
  const log = pino({ level: 'silent' });
  const site = createSite({ deps, dispatch, astro, pages, log, readImage: async () => null });
  const server = createServer(site.serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    for (const time of ['first', 'second']) {
      const answer = await fetch(url, { headers: { 'x-request-id': time } });
      expect([answer.status, await answer.text()]).toEqual([200, 'whole']);
      expect(answer.headers.get('x-request-id')).toBe(time);
    }
  } finally {
    server.close();
    server.closeAllConnections();
    await close();
  }
});
