import type { APIRoute } from 'astro';
import { configurationSchema } from '#contract/site/configuration.ts';
import { brand, look } from '../../content/brand/index.ts';
import { configurationOf } from '../../lib/site/configuration.ts';

/** Seconds: a changed setting takes effect soon at the next request. */
const FRESH = 60;

export const GET: APIRoute = ({ url, locals: { origin = url.origin, ...settings } }) => {
  const { apiOrigin, apiKey, logLevel } = settings;
  const configuration = configurationOf(brand, look, { origin, apiOrigin, apiKey, logLevel });
  return Response.json(configurationSchema.parse(configuration), {
    headers: { 'cache-control': `public, max-age=${FRESH}` },
  });
};
