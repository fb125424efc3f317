import { API_ORIGIN_META } from '../site/api-meta.ts';

/** Origin of calls and sockets, from the page's meta tag; empty for the page's own origin. */
export const apiOrigin = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`[name=${API_ORIGIN_META}]`)?.content ?? '';
