/**
 * Paths needed by every page's script. A separate file, because the whole route table would make up most of the script.
 */

/** First path parts that never belong to a page. */
export const serviceRoots: readonly string[] = [
  'api',
  'images',
  'videos',
  'media',
  'dev',
  '_astro',
  'healthz',
  'readyz',
  'metrics',
];

/** First path parts of pages that are never prefetched; matches `onDemand` in the route table. */
export const onDemandRoots: readonly string[] = [
  'stream',
  'login',
  'register',
  'forgot-password',
  'activate',
  'payment',
  'report',
  'appeal',
  'studio',
  'desk',
  'age',
  'consent',
];

export const isBelow = (roots: readonly string[], path: string): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));
