import type { APIRoute } from 'astro';
import { defaultLocale } from '#contract/locales.ts';
import { listCategories } from '#contract/performers/directory/categories-calls.ts';
import { type PageRoute, pageRoutes } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { brand } from '../../content/brand/index.ts';
import { call } from '../../lib/api/call.ts';
import { type Entry, sitemapPart } from '../../lib/performers/sitemap/sitemap.ts';

const legal = import.meta.glob<{ frontmatter: { updated?: string } }>('../../content/legal/*/*.md', {
  eager: true,
});

const changedOf = (page: string): string | undefined =>
  legal[`../../content/legal${page}/${defaultLocale}.md`]?.frontmatter.updated?.toString().slice(0, 10);

export const GET: APIRoute = async ({ locals, url }) => {
  const { transport, path } = locals;
  const part = Number(/^\/sitemaps\/([1-9]\d{0,5})\.xml$/.exec(path)?.[1]);
  if (!part) return new Response(null, { status: 404 });
  const pages = part === 1 ? await ownPages(locals) : [];
  const stream = await sitemapPart(part, pages, { origin: locals.origin ?? url.origin, transport });
  if (!stream) return new Response(null, { status: 404 });
  return new Response(stream, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};

const pathsOf = (kind: PageRoute['sitemap']): string[] =>
  pageRoutes.filter(({ sitemap }) => sitemap === kind).map(({ path }) => path);

/** Pages other than performers'. Lists change constantly, so they have no date. */
async function ownPages({ transport }: App.Locals): Promise<Entry[]> {
  const lists = pathsOf('list').map((path) => ({ path }));
  const texts = pathsOf('text').map((path) => ({
    path,
    changed: changedOf(path),
  }));
  if (!brand.features.categories) return [...lists, ...texts];
  const { result } = await call(listCategories, {}, { transport });
  const categories = result.map(({ slug, updated }) => ({ path: routes.category(slug), changed: updated }));
  return [...lists, ...categories, ...texts];
}
