import type { AnyEndpoint, InputOf } from '#contract/endpoint.ts';
import { apiKey } from './api-key.ts';
import { apiOrigin } from './api-origin.ts';
import { requestOf } from './call.ts';

/** Sends a call while the page unloads. The API key is in the query, as no header can be set; no answer is read. */
export function sendBeacon<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): void {
  const { url, body } = requestOf(endpoint, input as Record<string, unknown>);
  const data = new Blob([JSON.stringify(body)], { type: 'application/json' });
  navigator.sendBeacon(`${apiOrigin()}${url}?api-key=${encodeURIComponent(apiKey())}`, data);
}
