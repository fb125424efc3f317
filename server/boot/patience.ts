/** ms that a client may take. */
export interface Patience {
  /** For the headers of a request, from its first byte or from connecting. */
  readonly headers: number;
  /** For the whole request. */
  readonly request: number;
  /** Without a byte either way while a request is answered; a long poll of socket.io is 25 s. */
  readonly silence: number;
  /** Between two requests. Longer than proxies keep one: else it is closed just as it is used again. */
  readonly keepAlive: number;
}
export const patience: Patience = { headers: 10_000, request: 30_000, silence: 60_000, keepAlive: 75_000 };
