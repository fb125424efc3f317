import { brand } from '../../content/brand/index.ts';
import { API_KEY_META } from '../site/api-key-meta.ts';

/** The key every call names: what the page says, the brand's own where there is no page. */
export function apiKey(): string {
  if (typeof document === 'undefined') return brand.apiKey;
  return document.querySelector<HTMLMetaElement>(`meta[name="${API_KEY_META}"]`)?.content ?? brand.apiKey;
}
