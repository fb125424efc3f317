import type { APIRoute } from 'astro';
import { robotsText } from '../lib/performers/sitemap/sitemap.ts';

export const GET: APIRoute = ({ locals, url }) =>
  new Response(robotsText(locals.origin ?? url.origin), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
