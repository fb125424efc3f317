import { brand } from '../../content/brand/index.ts';

/** Name of the meta tag in which a page carries the key of the product that serves it. */
export const API_KEY_META = 'vonk-api-key';

/** The key every call names: what the page says, the brand's own where there is no page. */
export function apiKey(): string {
  if (typeof document === 'undefined') return brand.apiKey;
  return document.querySelector<HTMLMetaElement>(`meta[name="${API_KEY_META}"]`)?.content ?? brand.apiKey;
}
