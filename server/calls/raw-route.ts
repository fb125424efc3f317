import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** A request no described call fits: its body is no JSON, or its answer is a file. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  /** As it was sent: a signature is over these very bytes. Throws `badRequest.tooLarge`. */
  readonly readBody: () => Promise<Buffer>;
  readonly headers: Headers;
  readonly caller: Caller;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
}

/** An address outside the described calls; only HTTP has them. Labels are answered as for any call. */
export interface RawRoute {
  readonly method: 'GET' | 'POST';
  /** In the router's notation: `/images/:signed/:file`. Below an API base the key and the origin are checked. */
  readonly path: string;
  /** Bytes of a body; 0 where none is read. */
  readonly maxBytes: number;
  readonly handler: (deps: Deps, request: RawRequest) => Promise<RawAnswer>;
}
