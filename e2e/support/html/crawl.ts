import type { Feature } from '#contract/site/features.ts';
import { brokenPromises } from '#server/content/promises.ts';
import { missingFeatures } from '../../../src/lib/site/brand.ts';

export interface CrawledPage {
  /** Path and query. */
  address: string;
  status: number;
  /** Target of a redirect. */
  location: string;
  /** Empty if the response is not HTML. */
  html: string;
  /** Internal links, path and query, in the order of the page. */
  links: string[];
}

const AT_ONCE = 4;

/** Follows internal links from `starts` like a crawler without script, each URL once. */
export async function crawl(
  starts: readonly string[],
  { origin, follow }: { origin: string; follow: (link: string) => boolean },
): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  const waiting = [...starts];
  const known = new Set(waiting);
  const walk = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const page = await open(address, origin);
      pages.set(address, page);
      for (const link of page.links.filter((one) => !known.has(one) && follow(one))) {
        known.add(link);
        waiting.push(link);
      }
    }
  };
  // Reads one page first, so that all walkers have work.
  const others = waiting.splice(1);
  const [start = '/'] = waiting.splice(0);
  const page = await open(start, origin);
  pages.set(start, page);
  for (const link of [...others, ...page.links]) {
    if (!others.includes(link) && (known.has(link) || !follow(link))) continue;
    known.add(link);
    waiting.push(link);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return pages;
}

async function open(address: string, origin: string): Promise<CrawledPage> {
  const response = await fetch(origin + address, { redirect: 'manual' });
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const text = await response.text();
  const html = isPage ? text : '';
  const links = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].flatMap(([, href = '']) => {
    const url = new URL(decode(href), new URL(address, origin));
    return url.origin === origin ? [url.pathname + url.search] : [];
  });
  return {
    address,
    status: response.status,
    location: response.headers.get('location') ?? '',
    html,
    links: [...new Set(links)],
  };
}

const decode = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(
      /&(amp|lt|gt|quot);/g,
      (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name as 'amp'] ?? '',
    );

/** Content of a page's head, with entities decoded. */
export interface HeadSays {
  title: string;
  description: string;
  robots: string;
  canonical: string;
  alternates: Map<string, string>;
  property: (name: string) => string;
  things: { '@type': string; [key: string]: unknown }[];
}

export function readHead(html: string): HeadSays {
  const head = html.slice(0, html.indexOf('</head>'));
  const attribute = (tag: string, name: string): string =>
    decode(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const tags = [...head.matchAll(/<(?:meta|link)\s[^>]*>/g)].map(([tag]) => tag);
  const meta = (key: string, value: string): string =>
    attribute(tags.find((tag) => attribute(tag, key) === value) ?? '', 'content');
  const block = /<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(head)?.[1];
  return {
    title: decode(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    description: meta('name', 'description'),
    robots: meta('name', 'robots'),
    canonical: attribute(tags.find((tag) => attribute(tag, 'rel') === 'canonical') ?? '', 'href'),
    alternates: new Map(
      tags
        .filter((tag) => attribute(tag, 'rel') === 'alternate')
        .map((tag) => [attribute(tag, 'hreflang'), attribute(tag, 'href')]),
    ),
    property: (name) => meta('property', name),
    things: block ? (JSON.parse(block)['@graph'] as HeadSays['things']) : [],
  };
}

/** Returns all texts of a page: visible text, labels of pictures and controls, meta data and JSON-LD. */
export function textOf(html: string): string {
  const attributes = [...html.matchAll(/\s(?:alt|title|aria-label|content|placeholder)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const data = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  const seen = html
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<(?:p|li|h\d|div|td|dd|dt)\b[^>]*>/g, ' · ')
    .replaceAll(/<[^>]*>/g, '');
  return decode([seen, ...attributes, ...data.map(([, json = '']) => json)].join(' · ')).replaceAll(
    /\s+/g,
    ' ',
  );
}

/** Returns a page's mentions of features that the brand lacks, or of those in `missing`, such as “vip: VIP”. */
export const promisesIn = (html: string, missing: readonly Feature[] = missingFeatures): string[] =>
  brokenPromises(textOf(html), missing).map(({ feature, words }) => `${feature}: ${words}`);
