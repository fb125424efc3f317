import { locales } from '#contract/locales.ts';

/** Web app manifest, for adding the site to a home screen; linked on pages about notices. */
export const MANIFEST = '/common/manifest.webmanifest';

/**
 * The languages are part of the URL: adding one installs a new worker, which also caches that language's page
 * (public/sw.js).
 */
export const workerAddress = `/sw.js?languages=${locales}`;
