/** What every page's script needs to know of paths: the whole table would be the largest part of it. */

/** First path parts that are never a page's. */
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

/** First path parts of pages that are never prefetched, as the table says (`onDemand`). */
export const onDemandRoots: readonly string[] = [
  'stream',
  'login',
  'register',
  'forgot-password',
  'activate',
  'payment',
  'report',
  'age',
  'consent',
];

export const isBelow = (roots: readonly string[], path: string): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));
