import type { APIRoute } from 'astro';
import { sitemapIndex } from '../lib/performers/sitemap/sitemap.ts';

export const GET: APIRoute = async ({ locals, url }) => {
  const text = await sitemapIndex({ origin: locals.origin ?? url.origin, transport: locals.transport });
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
