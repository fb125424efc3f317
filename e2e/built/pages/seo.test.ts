import { describe, expect, test } from 'vitest';
import { locales } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { opensStream } from '#contract/start/looks.ts';
import {
  type CrawledPage,
  crawl,
  type HeadSays,
  promisesIn,
  readHead,
  textOf,
} from '../../support/html/crawl.ts';
import { ask, origin, read } from '../../support/visitor.ts';

describe('a crawler without script', { timeout: 240_000 }, () => {
  interface Seen extends CrawledPage {
    head: HeadSays;
  }
  let pages: Map<string, Seen>;
  /** Pages that a search engine may index. */
  let kept: Seen[];

  /** Follows every sixteenth performer, the same in each language, and all other links. */
  const follow = (link: string): boolean => {
    // This URL answers the age question and redirects; robots.txt excludes it.
    if (/^(?:\/\w\w)?\/age\?/.test(link)) return false;
    const [, username] = /\/(?:profile|stream)\/([\w-]+)/.exec(link) ?? [];
    return (
      username === undefined ||
      [...username].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 16 === 0
    );
  };

  test('P2.3 finds only links that open without a redirect', async () => {
    const crawled = await crawl(['/', '/en'], { origin, follow });
    const closed = [...crawled.values()].filter(({ status }) => status !== 200);
    expect(closed.map(({ address, status, location }) => `${address} ${status} ${location}`)).toEqual([]);
    const opened = [...crawled].filter(([, { html }]) => html !== '');
    pages = new Map(opened.map(([at, page]) => [at, { ...page, head: readHead(page.html) }]));
    kept = [...pages.values()].filter(({ head }) => head.robots === '');
    expect(pages.size).toBeGreaterThan(200);
    expect(kept.some(({ address }) => address === '/en/talk')).toBe(true);
    expect(kept.some(({ address }) => address === '/?page=2')).toBe(true);
    for (const path of ['/men', '/en/trans', '/couples'])
      expect(
        kept.some(({ address }) => address === path),
        path,
      ).toBe(true);
  });

  test('keeps the age question and the consent bar out of its snippets', () => {
    const asking = kept.filter(
      ({ html }) => html.includes('id="age-title"') && html.includes('id="consent-title"'),
    );
    expect(asking.length).toBeGreaterThan(100);
    for (const { address, html } of asking) {
      const shown = html.replace(/<(section|div)[^>]*\sdata-nosnippet[\s\S]*?<\/\1>/gu, '');
      expect(shown, address).not.toMatch(/id="(?:age|consent)-title"/);
    }
  });

  test('P1.18 finds a unique title and description on each page', () => {
    for (const { address, head } of pages.values()) {
      expect(head.title, address).not.toBe('');
      expect(head.description.length, address).toBeGreaterThan(20);
      expect(head.description.length, address).toBeLessThanOrEqual(160);
    }
    for (const field of ['title', 'description'] as const) {
      const byText = Map.groupBy(kept, ({ head }) => head[field]);
      const twice = [...byText].filter(([, same]) => same.length > 1);
      expect(twice.map(([text, same]) => `${text}: ${same.map(({ address }) => address)}`)).toEqual([]);
    }
  });

  test('finds a description of 100 to 160 characters per performer, with the current live status', async () => {
    const profiles = [...pages.values()].filter(({ address }) => address.includes('/profile/'));
    const streams = await Promise.all(
      profiles.slice(0, 20).map(async ({ address }) => {
        const html = await read(address.replace('/profile/', '/stream/'));
        return { address: `stream of ${address}`, html, head: readHead(html) };
      }),
    );
    for (const { address, html, head } of [...profiles, ...streams]) {
      expect(head.description.length, `${address}: ${head.description}`).toBeGreaterThanOrEqual(100);
      expect(head.description.length, `${address}: ${head.description}`).toBeLessThanOrEqual(160);
      // The performer's status precedes those of similar ones.
      const main = html.slice(html.indexOf('<main'));
      const look = /data-status="(\w+)"/.exec(main)?.[1];
      const status = /data-stream="[^"]*onlineStatus&(?:#34|quot);:(\d+)/.exec(main)?.[1];
      const isLive = status ? opensStream(Number(status)) : look !== 'offline' && look !== 'paused';
      expect(/\blive\b/i.test(head.title), `${address}: ${head.title}`).toBe(isLive);
    }
  });

  test('finds no repetition in a description', () => {
    for (const { address, head } of pages.values()) {
      const sentences = head.description.split(/(?<=[.!?…])\s/);
      expect(new Set(sentences).size, `${address}: ${head.description}`).toBe(sentences.length);
    }
  });

  test('reads places in the language of the page', () => {
    const text = (locale: string) =>
      [...pages.values()]
        .filter(({ address }) => address.startsWith('/en') === (locale === 'en'))
        .map(({ html }) => html)
        .join();
    expect(text('nl')).toMatch(/Den Haag|Antwerpen|Gent\b/);
    expect(text('en')).toMatch(/The Hague|Antwerp\b|Ghent/);
    expect(text('en')).not.toMatch(/Den Haag|Antwerpen|\bGent\b/);
  });

  test('finds the canonical URL of each page and its other languages, which refer back', () => {
    for (const { address, head } of kept) {
      expect(head.canonical, address).toBe(new URL(address, origin).href);
      // The demo's cast writes Dutch and English.
      const written = address.includes('/profile/') ? ['nl', 'en'] : locales;
      const isWritten = !/^\/de\/profile\//.test(address);
      expect([...head.alternates.keys()], address).toEqual(isWritten ? [...written, 'x-default'] : []);
      expect(head.alternates.get('x-default'), address).toBe(head.alternates.get('nl'));
      for (const other of head.alternates.values()) {
        const path = other.slice(origin.length);
        const page = pages.get(path);
        expect(page?.head.alternates, `${address} names ${path}`).toEqual(head.alternates);
      }
    }
    const hidden = [...pages.values()].filter(({ head }) => head.robots === 'noindex, follow');
    for (const { address, head } of hidden)
      expect(pages.get(head.canonical.slice(origin.length))?.head.robots, address).toBe('');
  });

  test('finds structured data on each page, with URLs of existing pages', () => {
    const kinds = (path: string) => pages.get(path)?.head.things.map((thing) => thing['@type']);
    expect(kinds('/')).toEqual(['WebSite', 'ItemList']);
    expect(kinds('/en/free')).toEqual(['BreadcrumbList', 'ItemList']);
    expect(kinds('/talk')).toEqual(['BreadcrumbList', 'ItemList']);
    const profiles = kept
      .filter(({ address }) => address.startsWith('/profile/'))
      .map(({ head }) => head.things.map((thing) => thing['@type']));
    // Some profiles also have a film.
    expect(profiles).toContainEqual(['BreadcrumbList', 'ProfilePage']);
    for (const about of profiles) expect(about.slice(0, 2)).toEqual(['BreadcrumbList', 'ProfilePage']);
    const targets = kept.flatMap(({ head }) =>
      head.things.flatMap((thing) => (thing['itemListElement'] ?? []) as { url?: string; item?: string }[]),
    );
    expect(targets.length).toBeGreaterThan(500);
    const unknown = targets.map(({ url, item }) => (url ?? item ?? '').slice(origin.length) || '/');
    expect([...new Set(unknown)].filter((path) => follow(path) && !pages.has(path))).toEqual([]);
  });

  test('finds a picture of each page in the announced size', async () => {
    for (const { address, head } of pages.values()) {
      expect(head.property('og:title'), address).toBe(head.title);
      // The shared URL has no query.
      const { href } = new URL(address.replace(/\?.*/, ''), origin);
      expect(head.property('og:url'), address).toBe(head.canonical || href);
      expect(head.property('og:image:alt'), address).not.toBe('');
    }
    for (const path of [
      '/',
      '/en',
      '/talk',
      '/en/mature',
      kept.find(({ address }) => address.startsWith('/en/profile/'))?.address ?? '',
    ]) {
      const image = pages.get(path)?.head.property('og:image') ?? '';
      const answer = await ask(image);
      expect(answer.status, image).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      // A performer may begin to hide.
      const keeping = path.includes('/profile/')
        ? 'private, max-age=3600'
        : 'public, max-age=31536000, immutable';
      expect(answer.headers.get('cache-control'), image).toBe(keeping);
      const older = await ask(image.replace(/-\w{10}\.jpg$/, '-0123456789.jpg'));
      expect(new URL(older.headers.get('location') ?? '', origin).href).toBe(image);
    }
  });

  test('finds exactly the indexable pages in the sitemap', async () => {
    const locs = async (address: string): Promise<string[]> =>
      [...(await read(address)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc);
    const robots = await read('/robots.txt');
    const index = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
    const parts = await locs(index);
    expect(parts.length).toBeGreaterThan(1);
    const named = (await Promise.all(parts.map(locs))).flat();
    expect(new Set(named).size).toBe(named.length);
    const known = new Set(named.map((loc) => loc.slice(origin.length) || '/'));
    // Further pages of a list are found through the first.
    const first = kept.map(({ address }) => address).filter((address) => !address.includes('?page='));
    expect(first.filter((address) => !known.has(address))).toEqual([]);
    // Each performer of any gender is in a list.
    expect([...known].filter((address) => follow(address) && !pages.has(address))).toEqual([]);
    expect((await ask('/sitemaps/99.xml')).status).toBe(404);
  });

  test('P1.15 finds the adult rating on every page', () => {
    for (const { address, html } of pages.values())
      expect(html, address).toContain('<meta name="rating" content="adult">');
  });

  // Texts of performers are checked in scripts/content/check-content.test.ts.
  test('finds no promise of a missing feature, in any language', async () => {
    const unlinked = [routes.forbidden, routes.gone, routes.unavailable, routes.activate, '/?filters=open'];
    const read = unlinked.flatMap((path) => [path, `/en${path}`.replace('/en/?', '/en?')]);
    const further = await crawl(read, { origin, follow: () => false });
    const all = [...pages.values(), ...further.values()];
    expect(all.filter(({ address }) => address.includes('/profile/')).length).toBeGreaterThan(40);
    expect(
      all.flatMap(({ address, html }) => promisesIn(html).map((promise) => `${address} ${promise}`)),
    ).toEqual([]);
    // No placeholder in braces is left.
    expect(all.filter(({ html }) => /\{\{/.test(textOf(html))).map(({ address }) => address)).toEqual([]);
  });
});

test('P2.9 canonical URLs contain no affiliate or unknown keys; filters count as another view', async () => {
  const headOf = async (address: string) => readHead(await read(address));
  const canonicalOrigin = new URL((await headOf('/')).canonical).origin;
  for (const query of ['p=77&Click_id=x', 'splash6=true', 'category=nothing', 'utm_source=a', 'age=nonsense'])
    expect(await headOf(`/?${query}`), query).toMatchObject({ canonical: `${canonicalOrigin}/`, robots: '' });
  for (const path of ['/talk?age=18-24', '/talk?age=18-24&page=2', '/talk?filters=open', '/talk?gender=male'])
    expect(await headOf(path), path).toMatchObject({
      canonical: `${canonicalOrigin}/talk`,
      robots: 'noindex, follow',
    });
  expect(await headOf('/nl/talk')).toMatchObject({ canonical: `${canonicalOrigin}/talk`, robots: '' });
});
