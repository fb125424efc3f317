import type { JsonWebKey } from 'node:crypto';

/** The two ways of a presentation: OpenID4VP with `direct_post`, and the Digital Credentials API. */
export type Way = 'openid4vp' | 'digital-credentials';

/** What a verification needs to know of its request. */
export interface StoredRequest {
  id: string;
  way: Way;
  /** Browser session that began. */
  session: string;
  /** ms */
  created: number;
  /** CBOR of the session transcript, base64url. */
  transcript: string;
  /** Only Digital Credentials API: where the page is, and the private key of the response. */
  origin?: string;
  privateKey?: JsonWebKey;
}

/** Where open requests are kept; implemented by the user of this package. */
export interface RequestStore {
  /** Keeps a request for at least `REQUEST_MS`. */
  add(request: StoredRequest): Promise<void>;
  /**
   * Returns a request once, in one atomic step: the first caller gets it, every later one `used`.
   * `unknown` if it never existed or was forgotten.
   */
  take(id: string): Promise<StoredRequest | 'used' | 'unknown'>;
}

/** How long a request can be answered. */
export const REQUEST_MS = 5 * 60_000;

/** A store for one process, for tests and tools. */
export function memoryStore(now: () => number = Date.now): RequestStore {
  const requests = new Map<string, { until: number; request: StoredRequest | 'used' }>();
  return {
    async add(request) {
      for (const [id, { until }] of requests) if (until < now()) requests.delete(id);
      requests.set(request.id, { until: request.created + 2 * REQUEST_MS, request });
    },
    async take(id) {
      const found = requests.get(id);
      if (!found) return 'unknown';
      requests.set(id, { ...found, request: 'used' });
      return found.request;
    },
  };
}
