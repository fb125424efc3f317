import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, describe, expect, it } from 'vitest';
import { createVariants } from '#server/media/images/variants.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import { rawRoutes } from '../routes.ts';
import { builtFiles } from './built-files.ts';
import { onlyDesk, withoutDesk } from './desk-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'vonk-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, '_astro'));
for (const [name, text] of Object.entries({
  '_astro/page.D1.js': 'run()',
  '_astro/page.D1.js.br': 'br',
  '_astro/page.D1.js.gz': 'gzip',
  '_astro/page.D2.css': 'p{}',
  '_astro/font.D3.woff2': 'font',
  'favicon.ico': 'icon',
  'sw.js': 'worker()',
}))
  writeFileSync(join(folder, name), text);

const app = new Hono().use(builtFiles(folder)).all('*', (c) => c.text('a page', 404));
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { headers, method });
const FOR_EVER = 'public, max-age=31536000, immutable';

describe('a file with a hash in its name', () => {
  it.each([
    ['/_astro/page.D1.js', '', 'run()'],
    ['/_astro/page.D1.js', 'br', 'br'],
    ['/_astro/page.D1.js', 'gzip', 'gzip'],
    ['/_astro/page.D2.css', 'br', 'p{}'],
    ['/_astro/font.D3.woff2', 'br', 'font'],
  ])('is cacheable for a year: %s as %s', async (path, encoding, text) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(path, { 'accept-encoding': encoding }, method);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe(FOR_EVER);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(await answer.text()).toBe(method === 'GET' ? text : '');
    }
  });

  it('answers 304 to a browser that has it, still cacheable for a year', async () => {
    const path = '/_astro/page.D1.js';
    const plain = (await ask(path)).headers;
    const packed = (await ask(path, { 'accept-encoding': 'br' })).headers;
    expect(packed.get('etag')).not.toBe(plain.get('etag'));
    for (const [known, status] of [
      [{ 'if-none-match': plain.get('etag') ?? '' }, 304],
      [{ 'if-none-match': `"other", W/${plain.get('etag')}` }, 304],
      [{ 'if-modified-since': plain.get('last-modified') ?? '' }, 304],
      [{ 'if-none-match': packed.get('etag') ?? '' }, 200],
      [{ 'if-none-match': '"other"', 'if-modified-since': plain.get('last-modified') ?? '' }, 200],
      [{ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 200],
      [{ 'if-modified-since': 'nonsense' }, 200],
    ] as const) {
      const answer = await ask(path, known);
      expect(answer.status, JSON.stringify(known)).toBe(status);
      expect(answer.headers.get('cache-control')).toBe(FOR_EVER);
      expect(answer.headers.get('etag')).toBe(plain.get('etag'));
      expect(await answer.text()).toBe(status === 304 ? '' : 'run()');
    }
  });

  it('answers a range request in part', async () => {
    const etag = (await ask('/_astro/page.D1.js')).headers.get('etag') ?? '';
    const answer = await ask('/_astro/page.D1.js', { range: 'bytes=0-2', 'if-none-match': etag });
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe('run');
  });
});

it('revalidates a file without a hash, the icon once a day', async () => {
  expect((await ask('/sw.js')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect((await ask('/favicon.ico')).headers.get('cache-control')).toBe('public, max-age=86400');
});

it('passes on what is not a file', async () => {
  for (const path of ['/_astro/gone.D9.js', '/nothing', '/_astro', '/..%2fsecret']) {
    const answer = await ask(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toBe('a page');
    expect(answer.headers.get('cache-control'), path).toBeNull();
  }
});

it('serves pictures and films of performers at the desk’s own address, and nothing else of the site', () => {
  const all = rawRoutes(createVariants('nowhere'), {} as Seller);
  const paths = onlyDesk(all).rawRoutes.map(({ path }) => path.split('/')[1] ?? '');
  expect(new Set(paths)).toEqual(new Set(['api', 'images', 'videos']));
  const others = withoutDesk(all).rawRoutes.map(({ path }) => path);
  expect(others.filter((path) => path.startsWith('/api/desk/'))).toEqual([]);
});
