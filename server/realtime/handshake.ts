import { nonNude } from '#contract/fields.ts';
import type { IncomingRequest } from '#server/http/caller-reader.ts';
import type { CallSocket } from './sockets.ts';

/** The connection as a request for the caller reader; pages of the studio connect with `studio: true`. */
export function incomingOf({ handshake }: CallSocket): IncomingRequest {
  const token: unknown = handshake.auth['token'];
  return {
    peer: handshake.address,
    header: (name) => handshake.headers[name]?.toString(),
    token: typeof token === 'string' ? token : undefined,
    area: handshake.auth['studio'] === true ? 'studio' : 'site',
  };
}

export interface Carried {
  /** Undefined if each call sends it (platform spec 7). */
  readonly key: string | undefined;
  /** Defaults for all calls of the connection; a call may override them. */
  readonly fields: Readonly<{ lang?: string; noNude?: true }>;
}

/** Values a client sends once per connection: in the handshake, or in HTTP headers. */
export function carriedBy({ handshake: { auth, headers, query } }: CallSocket): Carried {
  const firstText = (...values: unknown[]): string | undefined =>
    values.find((value): value is string => typeof value === 'string' && value !== '');
  const lang = firstText(auth['lang'], headers['x-lang']);
  const flag = auth['noNude'] ?? auth['nonNude'] ?? headers['x-non-nude'];
  const isNonNude = nonNude.safeParse(typeof flag === 'number' ? String(flag) : flag).data === true;
  return {
    key: firstText(auth['api-key'], headers['api-key'], query['api-key']),
    fields: { ...(lang !== undefined && { lang }), ...(isNonNude && { noNude: true }) },
  };
}
