import type { APIRoute } from 'astro';
import { routes } from '#contract/site/routes.ts';
import { brand, look } from '../../content/brand/index.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') =>
  ({ src: `/brand/${name}-${size}.png`, type: 'image/png', sizes: `${size}x${size}`, purpose }) as const;

/** On an iPhone only a standalone site on the home screen may show notifications. */
const manifest = {
  id: routes.home,
  name: brand.name,
  short_name: brand.name,
  start_url: routes.home,
  scope: '/',
  display: 'standalone',
  background_color: look.iconColor,
  theme_color: look.iconColor,
  icons: [
    ...[192, 512].flatMap((size) => [icon('icon', size, 'any'), icon('icon-maskable', size, 'maskable')]),
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  ],
};

export const GET: APIRoute = () =>
  new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
