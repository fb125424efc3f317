import { API_ORIGIN_META } from '../site/api-meta.ts';

/** Where calls and sockets go, from the page's meta tag (docs/decisions/0068); empty for the page's own origin. */
export const apiOrigin = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`[name=${API_ORIGIN_META}]`)?.content ?? '';
