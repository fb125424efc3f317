import type { AnyEndpoint, InputOf } from '#contract/endpoint.ts';
import { apiKey } from './api-key.ts';
import { apiOrigin } from './api-origin.ts';
import { requestOf } from './call.ts';

/**
 * Sends a call while the page unloads. The API key is in the query, as a beacon has no headers; the response is not
 * read. Returns false if the browser rejects it.
 */
export function sendBeacon<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): boolean {
  const { url, body } = requestOf(endpoint, input as Record<string, unknown>);
  const data = new Blob([JSON.stringify(body)], { type: 'application/json' });
  return navigator.sendBeacon(`${apiOrigin()}${url}?api-key=${encodeURIComponent(apiKey())}`, data);
}
