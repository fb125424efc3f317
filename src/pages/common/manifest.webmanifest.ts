import type { APIRoute } from 'astro';
import { routes } from '#contract/routes.ts';
import { brand } from '../../content/brand/index.ts';

/** On an iPhone only a site that was added to the home screen may show notices, and only a standalone one. */
const manifest = {
  name: brand.name,
  short_name: brand.name,
  start_url: routes.home,
  scope: '/',
  display: 'standalone',
  icons: [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
};

export const GET: APIRoute = () =>
  new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
