import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { toQuery } from '#contract/query.ts';
import type { Place } from '#contract/safety/geo.ts';
import {
  type ClientEvents,
  type ServerEvents,
  type SocketAnswer,
  socketCallSchema,
} from '#contract/socket.ts';
import type { App } from '#server/app.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { createAddressReader } from '#server/http/address.ts';
import { isOwnOrigin } from '#server/http/api-key.ts';
import { createPlaceReader } from '#server/http/place.ts';
import { callerOfToken, sessionCookie } from '#server/http/who.ts';
import type { Push } from './push.ts';
import { rooms } from './rooms.ts';

interface SocketData {
  cookie: string;
  token: string | undefined;
  address: string;
  place: Place;
}

export type Sockets = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
type VonkSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** Bytes of one packet; a longer one closes the connection. */
const PACKET_LIMIT = 128 * 1024;
/** Calls a socket may have under way at once; a flooder's own calls wait, not the others'. */
const CALLS_AT_ONCE = 16;

/** A connection that comes back is a new one: the library could restore it, but as whoever it was before. */
export function createSockets(server: HttpServer, redis: Redis | null): Sockets {
  return new Server(server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: PACKET_LIMIT,
    ...(redis ? { adapter: createAdapter(redis) } : {}),
  });
}

/** Typed pushes over socket.io rooms. */
export function createPush(io: Sockets): Push {
  const emit =
    (room: string): Push['toEveryone'] =>
    (name, payload) => {
      io.to(room).emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>));
    };
  return {
    toMember: (id, name, payload) => emit(rooms.member(id))(name, payload),
    toPerformer: (id, name, payload) => emit(rooms.performer(id))(name, payload),
    toRoom: (id, name, payload) => emit(rooms.stream(id))(name, payload),
    toChatSession: (id, name, payload) => emit(rooms.chatSession(id))(name, payload),
    toEveryone: (name, payload) => {
      io.emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>));
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

/** Lets sockets in, gives each its rooms, and takes their calls to the same routes HTTP uses. */
export function serveSockets(io: Sockets, app: App, deps: Deps, log: Logger): void {
  const addressOf = createAddressReader(deps.config.trustedProxies);
  const placeOf = createPlaceReader(deps.config, deps.geo);
  io.use((socket, next) => {
    const { origin, host, cookie, 'x-forwarded-for': forwarded } = socket.handshake.headers;
    if (origin !== undefined && !isOwnOrigin(deps.config, origin, host ?? '')) {
      next(new Error('badRequest.invalid.origin'));
      return;
    }
    const hops = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    const token: unknown = socket.handshake.auth['token'];
    socket.data = {
      cookie: cookie ?? '',
      token:
        typeof token === 'string'
          ? token
          : cookieValue(cookie ?? '', sessionCookie(deps.config.secureCookies)),
      address: addressOf(socket.handshake.address, hops),
      place: placeOf(socket.handshake.address, (name) => socket.handshake.headers[name]?.toString()),
    };
    next();
  });
  io.on('connection', (socket) => {
    const entered = enterOwnRooms(deps, socket).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be let in');
      socket.disconnect(true);
    });
    let running = 0;
    socket.on('call', async (envelope: unknown, acknowledge: unknown) => {
      if (typeof acknowledge !== 'function') return;
      if (running >= CALLS_AT_ONCE) {
        acknowledge({ status: 429, body: { label: 'badRequest.tooMany' } });
        return;
      }
      running += 1;
      await entered;
      const answer = await answerCall(app, deps, socket, envelope);
      running -= 1;
      acknowledge(answer);
    });
  });
}

async function enterOwnRooms(deps: Deps, socket: VonkSocket): Promise<void> {
  const caller: Caller | null = socket.data.token ? await callerOfToken(deps, socket.data.token) : null;
  if (caller?.kind === 'member')
    await socket.join([rooms.member(caller.memberId), rooms.login(caller.sessionId)]);
  if (caller?.kind === 'performer') {
    const own = [
      rooms.performer(caller.performerId),
      rooms.stream(caller.performerId),
      rooms.login(caller.sessionId),
    ];
    await socket.join(own);
  }
}

async function answerCall(
  app: App,
  deps: Deps,
  socket: VonkSocket,
  envelope: unknown,
): Promise<SocketAnswer> {
  const parsed = socketCallSchema.safeParse(envelope);
  if (!parsed.success) return { status: 400, body: { label: 'badRequest.invalid.input' } };
  const { method, url, data } = parsed.data;
  const isRead = method === 'GET';
  const fields = data !== null && typeof data === 'object' && !Array.isArray(data) ? { ...data } : {};
  const query = isRead ? toQuery(fields) : '';
  const address = query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;
  const headers = new Headers({ 'api-key': deps.config.apiKey, 'content-type': 'application/json' });
  if (socket.data.cookie) headers.set('cookie', socket.data.cookie);
  if (socket.data.token) headers.set('authorization', `Bearer ${socket.data.token}`);
  const init = isRead ? { method, headers } : { method, headers, body: JSON.stringify(fields) };
  const response = await app.request(address, init, {
    address: socket.data.address,
    place: socket.data.place,
    connection: {
      enter: (room) => void socket.join(room),
      leave: (room) => void socket.leave(room),
    },
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(/; */).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
