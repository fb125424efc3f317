import { type AnyEndpoint, apiBases } from '#contract/endpoint.ts';

/** In Hono's notation: `/api/engine/profile/:id`. */
export const routePattern = ({ base, path }: AnyEndpoint): string =>
  apiBases[base] + path.replace(/\{(\w+)\}/g, ':$1');
