import { brand } from '../../content/brand/index.ts';
import { API_KEY_META } from '../site/api-meta.ts';

/** From the page's meta tag; while rendering, the brand's. */
export function apiKey(): string {
  if (typeof document === 'undefined') return brand.apiKey;
  return document.querySelector<HTMLMetaElement>(`meta[name="${API_KEY_META}"]`)?.content ?? brand.apiKey;
}
