import type { Context } from 'hono';
import type { Place } from '#contract/safety/geo.ts';
import type { Caller } from '#server/caller.ts';

/** The socket a call came over; lets the chat put this connection into a room. */
export interface Connection {
  enter(room: string): void;
  leave(room: string): void;
}

/** What the transports hand to a request besides the request itself. */
export interface Bindings {
  /** Set by the socket transport only, so that a header cannot forge it. */
  connection?: Connection;
  /** Address of the peer, set by transports that know better than the HTTP socket. */
  address?: string;
  /** Where the visitor is, set by transports that know better than this request's headers. */
  place?: Place;
  /** A call from our own server rendering; the origin check does not apply to it. */
  internal?: true;
  /** @hono/node-server's own. */
  incoming?: { socket: { remoteAddress?: string } };
}

export interface HttpEnv {
  Bindings: Bindings;
  Variables: { caller: Caller; requestId: string; address: string };
}

/** Who is at the other end of the connection: a visitor, or the proxy in front of us. */
export const peerOf = (c: Context<HttpEnv>): string | undefined =>
  c.env?.address ?? c.env?.incoming?.socket.remoteAddress;
