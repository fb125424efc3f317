import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '#contract/socket.ts';
import { type Addresses, siteOriginOf } from '#server/config/api-address.ts';
import type { Caller } from '#server/identity/caller.ts';

export interface SocketData {
  /** Authenticated once, when the socket connects. */
  caller: Caller;
  /** The API key was sent, with the connection or with a call. */
  hasKey?: true;
}

export type Sockets = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type CallSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** Maximum bytes of a packet; a longer one closes the connection. */
const PACKET_LIMIT = 128 * 1024;
/** ms in which a connection has to join a namespace. */
const ENTER_MS = 10_000;

/** Attach it to an HTTP server. Without connection state recovery, which would restore the previous caller. */
export function createSockets(redis: Redis | null, config?: Addresses): Sockets {
  const site = config ? siteOriginOf(config) : null;
  return new Server({
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: PACKET_LIMIT,
    connectTimeout: ENTER_MS,
    ...(site !== null && { cors: { origin: [site], credentials: true } }),
    ...(redis ? { adapter: createAdapter(redis) } : {}),
  });
}
