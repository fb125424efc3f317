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
  /** A call from our own server rendering; the origin check does not apply to it. */
  internal?: true;
  /** @hono/node-server's own. */
  incoming?: { socket: { remoteAddress?: string } };
}

export interface HttpEnv {
  Bindings: Bindings;
  Variables: { caller: Caller; requestId: string; address: string };
}
