import { API_ORIGIN_META } from '../../site/start/names.ts';

/** Origin of calls and sockets, from the page's meta tag; empty for the page's own origin. */
export const apiOrigin = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`[name=${API_ORIGIN_META}]`)?.content ?? '';

/** Fetches another page as a document. Throws if it does not exist. */
export async function fetchPage(href: string): Promise<Document> {
  const answer = await fetch(href, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`GET ${href} answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
