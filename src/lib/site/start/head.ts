import { locales } from '#contract/locales.ts';

/** Names of the meta tags with the API key, and with the API's origin if it differs from the page's. */
export const API_KEY_META = 'site-api-key';
export const API_ORIGIN_META = 'site-api-url';
/** Contains the URL of the tag manager's script, if the brand has one. */
export const TAG_MANAGER_META = 'site-tag-manager';

/** Web app manifest, for adding the site to a home screen; linked on pages about notices. */
export const MANIFEST = '/common/manifest.webmanifest';

/**
 * The languages are part of the URL: adding one installs a new worker, which also caches that language's page
 * (public/sw.js).
 */
export const workerAddress = `/sw.js?languages=${locales}`;
