import { createFetch } from 'ofetch';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf, pathParams } from '#contract/endpoint.ts';
import { AppError, isErrorLabel } from '#contract/errors.ts';
import { defaultLocale, type Locale } from '#contract/locales.ts';
import { toQuery } from '#contract/query.ts';
import { brand } from '../../content/brand/index.ts';
import { API_KEY_META } from '../site/start/names.ts';
import { apiOrigin } from './start/page.ts';

/** Makes a page's calls while it is rendered on the server, in its process. */
export interface Transport {
  <E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    context: { locale: Locale; nonNude: boolean },
  ): Promise<OutputOf<E>>;
  /** Responses may come from a memo shared with other guests. */
  readonly isShared: boolean;
}

export interface CallOptions {
  readonly locale?: Locale;
  /** Only while rendering (`Astro.locals.transport`); the browser uses the network. */
  readonly transport?: Transport;
  readonly nonNude?: boolean;
  readonly signal?: AbortSignal;
}

/** Makes one call. Throws AppError with the label of the API's error, or UNAVAILABLE without a response. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const { transport, locale = defaultLocale, nonNude = false } = options;
  if (transport) {
    return transport(endpoint, input, { locale, nonNude }).catch((error: unknown) => {
      // The server throws its own copy of AppError, so `instanceof` fails.
      throw errorFrom(error);
    });
  }
  const { status, body } = await send(endpoint, input as Record<string, unknown>, options);
  if (status >= 400) throw errorFrom(body);
  const parsed = endpoint.output.safeParse(body);
  if (!parsed.success) throw new AppError('UNDEFINED_ERROR', { cause: parsed.error });
  return parsed.data as OutputOf<E>;
}

export function errorFrom(body: unknown): AppError {
  const { label, fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const named = Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
  return new AppError(isErrorLabel(label) ? label : 'UNDEFINED_ERROR', { fields: named });
}

/** Path fields go into the path, all other fields into the query (GET) or a JSON body. */
export function requestOf(
  endpoint: AnyEndpoint,
  input: Readonly<Record<string, unknown>>,
): { url: string; body: Record<string, unknown> | undefined } {
  const inPath = new Set(pathParams(endpoint));
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !inPath.has(key)));
  const path = pathOf(endpoint, input);
  if (endpoint.method !== 'GET') return { url: path, body: rest };
  const query = toQuery(rest);
  return { url: query ? `${path}?${query}` : path, body: undefined };
}

async function send(endpoint: AnyEndpoint, input: Readonly<Record<string, unknown>>, options: CallOptions) {
  const { url, body } = requestOf(endpoint, input);
  const origin = apiOrigin();
  try {
    const response = await createFetch({ fetch: globalThis.fetch }).raw<unknown>(origin + url, {
      method: endpoint.method,
      ...(body ? { body } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      headers: {
        'api-key': apiKey(),
        'x-lang': options.locale ?? documentLocale(),
        ...(options.nonNude ? { 'x-non-nude': '1' } : {}),
      },
      credentials: origin ? 'include' : 'same-origin',
      ignoreResponseError: true,
      retry: 0,
    });
    return { status: response.status, body: response._data };
  } catch (cause) {
    throw new AppError('UNAVAILABLE', { cause });
  }
}

export function documentLocale(): string {
  return typeof document === 'undefined' ? defaultLocale : document.documentElement.lang.slice(0, 2);
}

/** From the page's meta tag; while rendering, the brand's. */
export function apiKey(): string {
  if (typeof document === 'undefined') return brand.apiKey;
  return document.querySelector<HTMLMetaElement>(`meta[name="${API_KEY_META}"]`)?.content ?? brand.apiKey;
}

/**
 * Sends a call while the page unloads. The API key is in the query, as a beacon has no headers; the response is not
 * read. Returns false if the browser rejects it.
 */
export function sendBeacon<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): boolean {
  const { url, body } = requestOf(endpoint, input as Record<string, unknown>);
  const data = new Blob([JSON.stringify(body)], { type: 'application/json' });
  return navigator.sendBeacon(`${apiOrigin()}${url}?api-key=${encodeURIComponent(apiKey())}`, data);
}
