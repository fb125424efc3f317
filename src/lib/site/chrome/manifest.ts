/** What a phone adds to its home screen; on the pages that speak of notices. */
export const MANIFEST = '/common/manifest.webmanifest';
