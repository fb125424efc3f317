import { type Locale, localePath, locales } from '#contract/locales.ts';
import { listSitemapEntries } from '#contract/performers/directory/sitemap-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { alternatesIn } from '../../site/seo/indexing.ts';

/** The protocol allows 50,000 URLs. */
const PART_SIZE = 10_000;
/** Each performer has a URL in each language. */
const PERFORMERS_A_PART = Math.floor(PART_SIZE / locales.length);

/** A page in all languages. */
export interface Entry {
  /** Path without its locale. */
  readonly path: string;
  /** ISO time or date of the last change. */
  readonly changed?: string | undefined;
  /** Languages in which its text exists; by default all. */
  readonly languages?: readonly Locale[] | undefined;
}

export interface SitemapOptions extends CallOptions {
  readonly origin: string;
  /** Performers in one part, for tests. */
  readonly aPart?: number;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The first part has the site's own pages, later parts have performers. */
export async function sitemapIndex({
  origin,
  aPart = PERFORMERS_A_PART,
  ...options
}: SitemapOptions): Promise<string> {
  const { total = 0 } = await call(listSitemapEntries, { limit: 1 }, options);
  const parts = Array.from({ length: 1 + Math.ceil(total / aPart) }, (_, index) => index + 1);
  const rows = parts.map(
    (part) => `<sitemap><loc>${new URL(routes.sitemapPart(part), origin).href}</loc></sitemap>\n`,
  );
  return `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${rows.join('')}</sitemapindex>\n`;
}

/**
 * One part as a stream, with one piece in memory at a time. Null for a part that does not exist. `pages`: the site's
 * own, for the first part.
 */
export async function sitemapPart(
  part: number,
  pages: readonly Entry[],
  { origin, aPart = PERFORMERS_A_PART, ...options }: SitemapOptions,
): Promise<ReadableStream<Uint8Array> | null> {
  if (part === 1) return streamOf(origin, one(pages));
  const pieces = performerPieces((part - 2) * aPart, aPart, options);
  const first = await pieces.next();
  if (first.done) return null;
  return streamOf(origin, one(first.value, pieces));
}

async function* one(
  first: readonly Entry[],
  rest?: AsyncIterable<Entry[]>,
): AsyncGenerator<readonly Entry[]> {
  yield first;
  if (rest) yield* rest;
}

async function* performerPieces(skip: number, most: number, options: CallOptions): AsyncGenerator<Entry[]> {
  let left = most;
  let after: number | undefined;
  while (left > 0) {
    const limit = Math.min(left, PIECE);
    const { result } = await call(
      listSitemapEntries,
      after === undefined ? { skip, limit } : { after, limit },
      options,
    );
    const last = result.at(-1);
    if (!last) return;
    yield result.map(({ username, changed, languages }) => ({
      path: routes.profile(username),
      changed,
      languages,
    }));
    if (result.length < limit) return;
    left -= result.length;
    after = last.id;
  }
}

/** Performers read at once. */
const PIECE = 1000;

function streamOf(origin: string, pieces: AsyncGenerator<readonly Entry[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const head = `${XML}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (!done)
        return controller.enqueue(encoder.encode(value.map((entry) => urlsOf(origin, entry)).join('')));
      controller.enqueue(encoder.encode('</urlset>\n'));
      controller.close();
    },
    cancel: () => void pieces.return(undefined),
  });
}

/** One entry for each language. Those in which the page's text exists have links to each other. */
function urlsOf(origin: string, { path, changed, languages = locales }: Entry): string {
  const at = (locale: Locale): string => escaped(new URL(localePath(locale, path), origin).href);
  const links = alternatesIn(languages)
    .map(([name, locale]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${at(locale)}"/>`)
    .join('');
  const lastmod = changed ? `<lastmod>${changed}</lastmod>` : '';
  return locales
    .map((locale) => {
      const others = languages.includes(locale) ? links : '';
      return `<url><loc>${at(locale)}</loc>${lastmod}${others}</url>\n`;
    })
    .join('');
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Paths that no search engine should fetch. */
const closed = [
  '/api/',
  '/dev/',
  '/media/',
  '/socket.io/',
  ...['', ...locales.map((locale) => `/${locale}`)].flatMap((prefix) =>
    [`${routes.age}?`, `${routes.age}$`, routes.activate].map((path) => prefix + path),
  ),
];

export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL(routes.sitemap, origin).href}`,
    '',
  ].join('\n');
