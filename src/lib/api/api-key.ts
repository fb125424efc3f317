import { brand } from '../../content/brand/index.ts';
import { API_KEY_META } from '../site/api-meta.ts';

/** From the page's meta tag; the brand's own while rendering. */
export function apiKey(): string {
  if (typeof document === 'undefined') return brand.apiKey;
  return document.querySelector<HTMLMetaElement>(`meta[name="${API_KEY_META}"]`)?.content ?? brand.apiKey;
}
