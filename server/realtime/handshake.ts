import { nonNude } from '#contract/fields.ts';
import type { IncomingRequest } from '#server/http/caller-reader.ts';
import type { CallSocket } from './sockets.ts';

/** Who opened a connection, as the caller reader asks. */
export function incomingOf({ handshake }: CallSocket): IncomingRequest {
  const token: unknown = handshake.auth['token'];
  return {
    peer: handshake.address,
    header: (name) => handshake.headers[name]?.toString(),
    token: typeof token === 'string' ? token : undefined,
  };
}

export interface Carried {
  /** Undefined if each call brings it (platform spec 7). */
  readonly key: string | undefined;
  /** What the connection says for all its calls; a call may say otherwise. */
  readonly fields: Readonly<{ lang?: string; noNude?: true }>;
}

/** What a client says once for a connection: in the handshake, or in the headers of HTTP. */
export function carriedBy({ handshake: { auth, headers, query } }: CallSocket): Carried {
  const said = (...values: unknown[]): string | undefined =>
    values.find((value): value is string => typeof value === 'string' && value !== '');
  const lang = said(auth['lang'], headers['x-lang']);
  const flag = auth['noNude'] ?? auth['nonNude'] ?? headers['x-non-nude'];
  const isNonNude = nonNude.safeParse(typeof flag === 'number' ? String(flag) : flag).data === true;
  return {
    key: said(auth['api-key'], headers['api-key'], query['api-key']),
    fields: { ...(lang !== undefined && { lang }), ...(isNonNude && { noNude: true }) },
  };
}
