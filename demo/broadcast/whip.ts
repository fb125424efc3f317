/** Sends requests; a test passes an app in memory. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 8000;

export interface WhipSession {
  /** Absolute URL of the session. */
  url: string;
  answer: string;
  etag: string | null;
  /** ICE credentials of the offer, for later requests. */
  credentials: string;
}

export interface WhipClient {
  /** Publishes an offer. Throws with the status if the server refuses. */
  publish(offer: string): Promise<WhipSession>;
  /** False if the server is unreachable or no longer knows the session. */
  knows(session: WhipSession): Promise<boolean>;
  /** Does nothing if the server is unreachable. */
  end(session: WhipSession): Promise<void>;
}

/** An offer that the server did not accept. */
export class WhipRefusal extends Error {
  /** Whether another token may be accepted. */
  readonly isUnauthorized: boolean;

  constructor(status: number, body: string) {
    super(`WHIP answered ${status}: ${body.slice(0, 200)}`);
    this.name = 'WhipRefusal';
    this.isUnauthorized = status === 401 || status === 403;
  }
}

/** Speaks WHIP (RFC 9725) with any server. */
export function whipClient(whipUrl: string, token: string, send: SendRequest): WhipClient {
  const request = (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    return send(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  };
  return {
    async publish(offer) {
      const headers = { 'Content-Type': 'application/sdp' };
      const response = await request(whipUrl, { method: 'POST', headers, body: offer });
      const body = await response.text();
      if (response.status !== 201) throw new WhipRefusal(response.status, body);
      const location = response.headers.get('Location');
      if (!location) throw new Error('WHIP answered without a Location');
      return {
        url: new URL(location, response.url || whipUrl).href,
        answer: body,
        etag: response.headers.get('ETag'),
        credentials: credentialsOf(offer),
      };
    },
    async knows(session) {
      // An empty list of candidates changes nothing; GET may answer 204 for unknown sessions.
      const response = await request(session.url, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/trickle-ice-sdpfrag', 'If-Match': session.etag ?? '*' },
        body: `${session.credentials}a=end-of-candidates\r\n`,
      }).catch(() => null);
      await response?.body?.cancel();
      return response !== null && response.status !== 404 && response.status !== 410;
    },
    async end(session) {
      const response = await request(session.url, { method: 'DELETE' }).catch(() => null);
      await response?.body?.cancel();
    },
  };
}

const credentialsOf = (offer: string) =>
  [/^a=ice-ufrag:.*$/m, /^a=ice-pwd:.*$/m]
    .map((line) => `${line.exec(offer)?.[0].trim() ?? ''}\r\n`)
    .join('');
