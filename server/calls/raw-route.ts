import type { Area } from '#contract/site/page-routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { FileLook } from './looks.ts';

/** A request whose body is not JSON, or whose response is a file. */
export interface RawRequest {
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** The exact bytes, because signatures cover them. Throws `badRequest.tooLarge`. */
  readonly readBody: () => Promise<Buffer>;
  /** The body as it arrives, for routes that limit and store it themselves; null without one. */
  readonly body: ReadableStream<Uint8Array> | null;
  readonly headers: Headers;
  readonly caller: Caller;
  /** The caller by the session of an area, for a file that pages of several areas show. */
  readonly callerIn: (area: Area) => Promise<Caller>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | string | null;
}

/** A route outside the contract; HTTP only. Errors are returned as labels, as for calls. */
export interface RawRoute {
  readonly method: 'GET' | 'POST';
  /** In Hono's syntax: `/images/:signed/:file`. Below an API base, key and origin are checked. */
  readonly path: string;
  /** Largest body in bytes; 0 if no body is read. */
  readonly maxBytes: number;
  /** Of a file of the desk with data of people: the log notes each that was loaded. */
  readonly looks?: (request: Pick<RawRequest, 'query'>) => FileLook;
  readonly handler: (deps: Deps, request: RawRequest) => Promise<RawAnswer>;
}
