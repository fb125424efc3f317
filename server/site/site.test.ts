import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { sessionCookies } from '#contract/cookies.ts';
import { labelOf } from '#contract/errors.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readCredits } from '#contract/wallet/purchase-calls.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { createTestApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import type { AstroApp } from './astro-app.ts';
import { createSharedPages } from './shared-pages.ts';
import { createSite } from './site.ts';

/** A body that breaks off while it is read. */
const broken = () =>
  new ReadableStream({
    pull: () => {
      throw new Error('the stream broke');
    },
  });

/** A site on a port, with pages rendered by `render`. */
async function openSite(
  parts: Pick<AstroApp, 'render'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { deps, dispatch, close } = await createTestApp();
  const pages = createSharedPages({ pageFreshMs: 1000 });
  const log = pino({ level: 'silent' });
  const astro = {
    contentPolicy: "default-src 'self'; connect-src 'self'",
    profileImage: '/brand/profile.svg',
    ...parts,
  };
  const site = createSite({ deps, dispatch, astro, pages, log, readImage: async () => null });
  const server = createServer(site.serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await close();
    },
  };
}

it('refuses a form of another site before rendering', async () => {
  const methods: string[] = [];
  const render = async ({ method }: Request) => {
    methods.push(method);
    return new Response('made');
  };
  const { url, close } = await openSite({ render });
  const consent = new URL('/consent', url);
  const send = async (headers: Record<string, string>) =>
    (await fetch(consent, { method: 'POST', headers, body: new URLSearchParams({ return: '/' }) })).status;
  try {
    const own = new URL(url).origin;
    expect(await send({ origin: 'https://elsewhere.example' })).toBe(403);
    for (const hidden of [{}, { 'sec-fetch-site': 'cross-site' }])
      expect(await send({ origin: 'null', ...hidden })).toBe(403);
    expect(await send({ origin: own.replace(/\d+$/, '1') })).toBe(403);
    for (const site of ['cross-site', 'same-site']) expect(await send({ 'sec-fetch-site': site })).toBe(403);
    expect(methods).toEqual([]);
    expect(await send({ origin: own })).toBe(200);
    expect(await send({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await send({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await send({})).toBe(200);
    expect(methods).toEqual(['POST', 'POST', 'POST', 'POST']);
  } finally {
    await close();
  }
});

it('forbids caching of a member’s page, and makes browsers revalidate others', async () => {
  const { url, close } = await openSite({
    render: async () => new Response('page', { headers: { 'content-type': 'text/html' } }),
  });
  try {
    const kept = async (cookie: string) =>
      (await fetch(url, { headers: { cookie } })).headers.get('cache-control');
    for (const name of sessionCookies) expect(await kept(`age=1; ${name}=x`)).toBe('no-store');
    expect(await kept('age=1; not_vonk_session=x')).toBe('private, no-cache');
  } finally {
    await close();
  }
});

it('renders a page for its visitor if the shared rendering fails', async () => {
  const bodies = [broken(), 'whole'];
  const headers = { 'content-type': 'text/html' };
  const { url, close } = await openSite({
    render: async () => new Response(bodies.shift() ?? 'whole', { headers }),
  });
  try {
    for (const time of ['first', 'second']) {
      const answer = await fetch(url, { headers: { 'x-request-id': time } });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('whole');
      expect(answer.headers.get('x-request-id')).toBe(time);
    }
  } finally {
    await close();
  }
});

it('P8.16 throws UNAVAILABLE to a member’s page if the database is away', async () => {
  const { deps, dispatch, close } = await createTestApp();
  const token = await tokenFor(deps, 'member', await makeMember(deps));
  await close();
  const astro = {
    contentPolicy: "default-src 'self'; connect-src 'self'",
    profileImage: '/brand/profile.svg',
    render: async (_: Request, { locals }: { locals: object }) => {
      const { transport } = locals as { transport: (...args: unknown[]) => Promise<unknown> };
      const result = await transport(readCredits, {}, { locale: 'nl', nonNude: true }).catch(labelOf);
      return new Response(String(result));
    },
  };
  const pages = createSharedPages({ pageFreshMs: 0 });
  const log = pino({ level: 'silent' });
  const site = createSite({ deps, dispatch, astro, pages, log, readImage: async () => null });
  const server = createServer(site.serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await fetch(url, { headers: { cookie: `vonk_session=${token}` } });
  expect(await answer.text()).toBe('UNAVAILABLE');
  server.close();
  server.closeAllConnections();
});

it('shares pages only among visitors who see the same performers', async () => {
  const app = await createTestApp();
  await makePerformer(app.deps, { username: 'Shown', onlineStatus: onlineStatus.free });
  await makePerformer(app.deps, {
    username: 'Hidden',
    onlineStatus: onlineStatus.free,
    hiddenIn: ['DE', 'US-NV'],
  });
  const { countryHeader, regionHeader } = app.deps.config.geo;
  const config = { ...app.deps.config, trustedProxies: ['127.0.0.1'] };
  const { deps, dispatch } = variantOf(app, { config });
  let rendered = 0;
  const astro = {
    contentPolicy: "default-src 'self'; connect-src 'self'",
    profileImage: '/brand/profile.svg',
    render: async (_: Request, { locals }: { locals: object }) => {
      rendered += 1;
      const { transport } = locals as { transport: (...args: unknown[]) => Promise<{ result: object[] }> };
      const list = { pagination: { page: 1 } };
      const { result } = await transport(listPerformers, list, { locale: 'nl', nonNude: true });
      const names = result.map((card) => Object(card).username).sort();
      return new Response(names.join(), { headers: { 'content-type': 'text/html' } });
    },
  };
  const pages = createSharedPages({ pageFreshMs: 60_000 });
  const log = pino({ level: 'silent' });
  const site = createSite({ deps, dispatch, astro, pages, log, readImage: async () => null });
  const server = createServer(site.serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const from = async (country: string, region = '') => {
    const headers = { [countryHeader]: country, ...(region && { [regionHeader]: region }) };
    return (await fetch(url, { headers })).text();
  };
  try {
    for (const round of [1, 2]) {
      expect(await from('NL'), `${round}`).toBe('Hidden,Shown');
      expect(await from('DE'), `${round}`).toBe('Shown');
      expect(await from('US', 'NV'), `${round}`).toBe('Shown');
      expect(await from('US', 'CA')).toBe('Hidden,Shown');
      expect(await from('FR')).toBe('Hidden,Shown');
    }
    // One page for all who see her, and one for each place that does not.
    expect(rendered).toBe(3);
  } finally {
    server.close();
    server.closeAllConnections();
    await app.close();
  }
});
