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
