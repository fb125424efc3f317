import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#contract/locales.ts';
import { fromQuery } from '#contract/query.ts';
import { overHttp } from '../../testing/transport.ts';
import { robotsText, sitemapIndex, sitemapPart } from './sitemap.ts';

const origin = 'https://vonk.example';

/** An API with this many performers, which records the largest request. */
function engine(count: number, languages: readonly Locale[] = locales) {
  const limits: number[] = [];
  const all = Array.from({ length: count }, (_, index) => ({
    id: (index + 1) * 3,
    username: `P${index + 1}`,
    changed: '2026-11-20T12:00:00.000Z',
    languages: [...languages],
  }));
  const transport = overHttp((request) => {
    const {
      after,
      skip = '0',
      limit = '1000',
    } = fromQuery(new URL(request.url).searchParams) as Record<string, string>;
    limits.push(Number(limit));
    const from = after === undefined ? Number(skip) : all.findIndex(({ id }) => id > Number(after));
    const result = from < 0 ? [] : all.slice(from, from + Number(limit));
    return Response.json(after === undefined ? { result, total: count } : { result });
  });
  return { transport, limits };
}

const read = async (stream: ReadableStream<Uint8Array> | null): Promise<string> =>
  new Response(stream).text();
const locs = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc);

describe('the sitemap', () => {
  test.each([
    [0, 1],
    [1, 2],
    [10, 2],
    [11, 3],
    [25, 4],
  ])('with %i performers, ten a part, has %i parts', async (count, parts) => {
    const { transport } = engine(count);
    const index = locs(await sitemapIndex({ origin, transport, aPart: 10 }));
    expect(index).toEqual(Array.from({ length: parts }, (_, at) => `${origin}/sitemaps/${at + 1}.xml`));
  });

  test('lists every performer once in each language, and no part exceeds its size', async () => {
    const { transport } = engine(25);
    const options = { origin, transport, aPart: 10 };
    const parts = await Promise.all(
      [2, 3, 4].map(async (part) => locs(await read(await sitemapPart(part, [], options)))),
    );
    expect(parts.map((part) => part.length)).toEqual([10, 10, 5].map((count) => count * locales.length));
    expect(new Set(parts.flat()).size).toBe(25 * locales.length);
    expect(parts[1]?.slice(0, 2)).toEqual([`${origin}/profile/P11`, `${origin}/en/profile/P11`]);
  });

  test('has no part after the last, and none before the first', async () => {
    const { transport } = engine(10);
    expect(await sitemapPart(3, [], { origin, transport, aPart: 10 })).toBeNull();
  });

  test('reads a large part in pieces', async () => {
    const { transport, limits } = engine(12_000);
    const xml = await read(await sitemapPart(2, [], { origin, transport }));
    const performers = Math.floor(10_000 / locales.length);
    expect(locs(xml)).toHaveLength(performers * locales.length);
    expect(limits.reduce((all, some) => all + some)).toBe(performers);
    expect(Math.max(...limits)).toBe(1000);
    expect(xml.length).toBeLessThan(50_000_000);
  });

  test('links a profile only to the languages in which it has a text', async () => {
    const { transport } = engine(1, ['nl', 'en']);
    const xml = await read(await sitemapPart(2, [], { origin, transport }));
    expect(locs(xml)).toEqual(['', '/en', '/de'].map((prefix) => `${origin}${prefix}/profile/P1`));
    expect(xml).not.toContain('hreflang="de"');
    expect(xml).toMatch(/de\/profile\/P1<\/loc><lastmod>[^<]*<\/lastmod><\/url>/);
  });

  test('lists a page’s languages and its date of change', async () => {
    const pages = [{ path: '/' }, { path: "/a&b'c", changed: '2026-11-20' }];
    const xml = await read(await sitemapPart(1, pages, { origin, transport: engine(0).transport }));
    const link = (hreflang: string, href: string) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;
    const links = [
      link('nl', `${origin}/`),
      link('en', `${origin}/en`),
      link('de', `${origin}/de`),
      link('x-default', `${origin}/`),
    ].join('');
    expect(xml).toContain(`<url><loc>${origin}/</loc>${links}</url>`);
    expect(xml).toContain(`<url><loc>${origin}/en/a&#38;b&#39;c</loc><lastmod>2026-11-20</lastmod>`);
    expect(locs(xml)).toHaveLength(pages.length * locales.length);
  });
});

test('robots.txt names the sitemap and blocks nothing indexable', () => {
  const text = robotsText(origin);
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(text).toContain('Disallow: /api/');
  for (const locale of locales) expect(text).toContain(`Disallow: /${locale}/activate\n`);
  const closed = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
  for (const path of [
    '/',
    '/en',
    '/free',
    '/profile/Noor',
    '/images/p1-a.x/640.webp',
    '/og/site-1.jpg',
    '/_astro/a.css',
  ])
    expect(
      closed.some((start) => path.startsWith(start)),
      path,
    ).toBe(false);
});
