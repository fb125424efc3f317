import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Locale } from '#contract/locales.ts';
import { errorFrom, requestOf, type Transport } from '../api/call.ts';

/** A transport over HTTP, for tests that inspect or answer requests. */
export function overHttp(
  answer: (request: Request) => Response | Promise<Response>,
  isShared = false,
): Transport {
  const carry = async <E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    { locale, nonNude }: { locale: Locale; nonNude: boolean },
  ): Promise<OutputOf<E>> => {
    const { url, body } = requestOf(endpoint, input as Record<string, unknown>);
    const headers = {
      'api-key': 'vonk-web',
      'content-type': 'application/json',
      'x-lang': locale,
      ...(nonNude && { 'x-non-nude': '1' }),
    };
    const init = { method: endpoint.method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await answer(new Request(`http://site.test${url}`, init));
    const payload: unknown = await response.json();
    if (response.status >= 400) throw errorFrom(payload);
    return endpoint.output.parse(payload) as OutputOf<E>;
  };
  return Object.assign(carry, { isShared });
}

interface Served {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

export interface InMemoryBrowser {
  /** Replaces `fetch`: calls the app with the cookies a browser would send. */
  fetch: typeof fetch;
  cookies: Map<string, string>;
}

const ORIGIN = 'http://localhost:4321';

/** Uses one cookie jar, and the site's origin on every request. */
export function inMemoryBrowser(app: Served): InMemoryBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(target, init = {}) {
      const url = new URL(target instanceof Request ? target.url : target, ORIGIN);
      const headers = new Headers(init.headers);
      headers.set('origin', ORIGIN);
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await app.request(url.pathname + url.search, { ...init, headers });
      for (const line of response.headers.getSetCookie()) keep(cookies, line);
      return response;
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const [name = '', value = ''] = pair.split('=');
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
  else cookies.set(name, value);
}
