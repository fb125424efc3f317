import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { own } from '#contract/input.ts';
import { groupsHidden } from '#contract/safety/hidden-places.ts';
import type { ClientEvents, PushName, ServerEvents, ServerPushes } from '#contract/socket.ts';
import { otherName } from '#contract/wallet/events.ts';
import { type Addresses, siteOriginOf } from '#server/config/api-address.ts';
import type { Caller } from '#server/identity/caller.ts';
import { type Push, rooms } from '#server/ports/push.ts';

interface SocketData {
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

type EmitPush = <Name extends PushName>(name: Name, payload: ServerPushes[Name]) => void;

export function createPush(io: Sockets): Push {
  const emit =
    (room: string): EmitPush =>
    (name, payload) => {
      io.to(room).emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>));
    };
  return {
    toMember(id, name, payload) {
      const toRoom = emit(rooms.member(id));
      toRoom(name, payload);
      const other = own<PushName>(otherName, name);
      // The types of both names require the same payload.
      if (other) toRoom(other, payload as ServerPushes[typeof other]);
    },
    toPerformer: (id, name, payload) => emit(rooms.performer(id))(name, payload),
    toRoom: (id, name, payload) => emit(rooms.stream(id))(name, payload),
    toChatSession: (id, name, payload) => emit(rooms.chatSession(id))(name, payload),
    toGuest: (key, name, payload) => emit(rooms.guest(key))(name, payload),
    toDialIn: (id, name, payload) => emit(rooms.dialIn(id))(name, payload),
    toEveryone: (name, payload, hiddenIn = []) => {
      const without = groupsHidden(hiddenIn).map(rooms.place);
      io.except(without).emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>));
    },
    endSession: (id) => {
      io.to(rooms.login(id)).emit('session-ended', {});
      io.in(rooms.login(id)).disconnectSockets(true);
    },
    leaveRoom: (sessionId, performerId) => {
      io.in(rooms.chatSession(sessionId)).socketsLeave([
        rooms.stream(performerId),
        rooms.chatSession(sessionId),
      ]);
    },
  };
}
