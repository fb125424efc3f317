/** Name and keys of the brand, for server and site. The rest is in `src/content/brand/` (docs/rebrand.md). */
export const brandIdentity = {
  name: 'Vonk',
  /** Begins the names of cookies: lower-case letters and digits. */
  key: 'vonk',
  /** Sent with the site's own calls (`api-key` header) unless API_KEY is set. */
  apiKey: 'vonk-web',
} as const satisfies { readonly name: string; readonly key: string; readonly apiKey: string };
