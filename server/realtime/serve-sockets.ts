import { randomUUID } from 'node:crypto';
import { TrieRouter } from 'hono/router/trie-router';
import type { Logger } from 'pino';
import { AppError } from '#contract/errors.ts';
import { fromQuery } from '#contract/query.ts';
import { type SocketAnswer, type SocketCall, socketCallSchema } from '#contract/socket.ts';
import { toAppError } from '#server/calls/app-error.ts';
import type { Dispatch } from '#server/calls/dispatch.ts';
import type { Binding, Effect } from '#server/calls/handler.ts';
import { missToyBridge } from '#server/chat/toys/switch-off.ts';
import { isApiKey } from '#server/http/api-key.ts';
import { carriesSession, createCallerReader } from '#server/http/caller-reader.ts';
import { errorBody, statusOf } from '#server/http/errors.ts';
import { isFromOwnPage } from '#server/http/own-page.ts';
import { routePattern } from '#server/http/route-pattern.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endedAmong } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { rooms } from '#server/ports/rooms.ts';
import { guardSockets } from './guard-sockets.ts';
import { carriedBy, incomingOf } from './handshake.ts';
import { joinWrites } from './join-writes.ts';
import type { CallSocket, Sockets } from './sockets.ts';

/** Calls that a socket may have under way at once. */
const CALLS_AT_ONCE = 16;

type Input = Readonly<Record<string, unknown>>;

export interface SocketParts {
  readonly io: Sockets;
  readonly deps: Deps;
  readonly dispatch: Dispatch;
  readonly bindings: readonly Binding[];
  readonly log: Logger;
}

/** Sockets have to be attached to their HTTP server before. */
export function serveSockets({ io, deps, dispatch, bindings, log }: SocketParts): void {
  guardSockets(io, deps);
  joinWrites(io);
  const callers = createCallerReader(deps);
  const bindingOf = createCallFinder(bindings);

  io.use((socket, next) => {
    const { header, token } = incomingOf(socket);
    const host = header('host') ?? '';
    const rides = token === undefined && carriesSession(deps.config, header);
    const isOwn = isFromOwnPage(deps.config, { header, host }) ?? !rides;
    const { key } = carriedBy(socket);
    if (!isOwn) next(new Error('badRequest.invalid.origin'));
    else if (key !== undefined && !isApiKey(deps.config, key)) next(new Error('badRequest.invalid.apiKey'));
    else next();
  });

  // Before the client is told that it is connected: from then on it counts on being told everything.
  io.use((socket, next) => {
    const incoming = incomingOf(socket);
    callers
      .authenticate(incoming, callers.requestOf(incoming))
      .then((caller) => {
        socket.data.caller = caller;
      })
      .catch((error: unknown) => log.error({ err: error }, 'a socket could not be let in'))
      .finally(() => next());
  });

  /** Without the key a connection receives nothing that is for its caller. */
  async function showKey(socket: CallSocket): Promise<void> {
    if (socket.data.hasKey) return;
    socket.data.hasKey = true;
    await socket.join(ownRooms(socket.data.caller));
  }

  /** Throws `badRequest.invalid.apiKey`. A key may come with the connection, or with each call. */
  async function requireKey(socket: CallSocket, input: Input): Promise<void> {
    const key = input['api-key'] ?? carriedBy(socket).key;
    if (typeof key !== 'string' || !isApiKey(deps.config, key))
      throw new AppError('badRequest.invalid.apiKey');
    await showKey(socket);
  }

  /** Runs a login out of the room of the one that it ends, whose connections are cut before there is an answer. */
  async function outOfLogin<Result>(socket: CallSocket, logIn: () => Promise<Result>): Promise<Result> {
    const { caller } = socket.data;
    if (!('sessionId' in caller)) return logIn();
    const { sessionId } = caller;
    await socket.leave(rooms.login(sessionId));
    try {
      return await logIn();
    } catch (error) {
      await socket.join(rooms.login(sessionId));
      // It may have ended meanwhile, unheard here.
      for (const ended of await endedAmong(deps, [sessionId])) deps.push.endSession(ended);
      throw error;
    }
  }

  /** Who logs in over a socket goes on there as the member, and hears nothing more that was for somebody else. */
  async function followLogin(socket: CallSocket, effects: readonly Effect[]): Promise<void> {
    const login = effects.find((effect) => effect.kind === 'remember-session');
    if (login) await becomeOwner(socket, login.token);
  }

  /** A token may come with each call (platform spec 7); one that opens no session changes nothing. */
  async function followToken(socket: CallSocket, { call }: Binding, { token }: Input): Promise<void> {
    // A call with a token of its own means that of a mail link.
    if (typeof token !== 'string' || Object.hasOwn(call.input.shape ?? {}, 'token')) return;
    await becomeOwner(socket, token);
  }

  async function becomeOwner(socket: CallSocket, token: string): Promise<void> {
    const incoming = { ...incomingOf(socket), token };
    const caller = await callers.authenticate(incoming, callers.requestOf(incoming));
    if (!('sessionId' in caller) || isSameLogin(caller, socket.data.caller)) return;
    for (const room of socket.rooms) if (room !== socket.id) await socket.leave(room);
    socket.data.caller = caller;
    await socket.join(ownRooms(caller));
  }

  /** Never throws: without an acknowledgement the client would wait for ever. */
  async function answer(socket: CallSocket, envelope: unknown): Promise<SocketAnswer> {
    try {
      const parsed = socketCallSchema.safeParse(envelope);
      if (!parsed.success) throw new AppError('badRequest.invalid.input');
      const { binding, input } = bindingOf(parsed.data);
      await requireKey(socket, input);
      await followToken(socket, binding, input);
      const { caller } = socket.data;
      const { session } = caller.request;
      // A socket cannot set cookies, so it leaves the one it came with as it is.
      const request = {
        ...caller.request,
        id: randomUUID(),
        session: session === 'cookie' ? undefined : session,
      };
      const given = { ...carriedBy(socket).fields, ...input };
      const run = () => dispatch(binding.call, { ...caller, request }, given);
      const { output, effects } = await (binding.opensLogin ? outOfLogin(socket, run) : run());
      await followLogin(socket, effects);
      await enterRooms(socket, effects);
      return { status: 200, body: output };
    } catch (error) {
      const { label, fields } = toAppError(error);
      if (!(error instanceof AppError)) log.error({ err: error }, 'a call over a socket failed');
      return { status: statusOf(label), body: errorBody(label, fields) };
    }
  }

  io.on('connection', (socket) => {
    // Nobody could say who it is.
    if (!socket.data.caller) {
      socket.disconnect(true);
      return;
    }
    const entered = carriedBy(socket).key === undefined ? null : showKey(socket);
    socket.on('disconnect', () => {
      const { caller } = socket.data;
      if (caller?.kind === 'performer') void leavePerformer({ io, deps, log }, caller.performerId);
    });
    let running = 0;
    socket.on('call', async (envelope: unknown, acknowledge: unknown) => {
      if (typeof acknowledge !== 'function') return;
      if (running >= CALLS_AT_ONCE) {
        acknowledge({ status: 429, body: errorBody('badRequest.tooMany') });
        return;
      }
      running += 1;
      await entered;
      const answered = await answer(socket, envelope);
      running -= 1;
      acknowledge(answered);
    });
  });
}

/** Her device must not go on where nobody could halt it. */
async function leavePerformer(
  { io, deps, log }: Pick<SocketParts, 'io' | 'deps' | 'log'>,
  performerId: number,
): Promise<void> {
  try {
    const others = await io.in(rooms.performer(performerId)).fetchSockets();
    if (others.length === 0) await missToyBridge(deps, performerId);
  } catch (error) {
    // Its heartbeats stop too, and end the run within two seconds.
    log.info({ err: error, performer: performerId }, 'a toy was not halted by its connection');
  }
}

function ownRooms(caller: Caller): string[] {
  if (caller.kind === 'member') return [rooms.member(caller.memberId), rooms.login(caller.sessionId)];
  if (caller.kind === 'dial-in-guest') return [rooms.dialIn(caller.dialInId)];
  if (caller.kind !== 'performer') return [];
  const { performerId, sessionId } = caller;
  return [rooms.performer(performerId), rooms.stream(performerId), rooms.login(sessionId)];
}

const isSameLogin = (caller: Caller, before: Caller): boolean =>
  'sessionId' in caller && 'sessionId' in before && caller.sessionId === before.sessionId;

/** A socket cannot set cookies. */
async function enterRooms(socket: CallSocket, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'enter-room' || socket.rooms.has(effect.room)) continue;
    await socket.join(effect.room);
    // Asked only now: whoever is put out from here on is found in the room.
    if ((await effect.isAllowed?.()) === false) await socket.leave(effect.room);
  }
}

/** Throws `badRequest.notFound` for an unknown call. */
function createCallFinder(bindings: readonly Binding[]) {
  const router = new TrieRouter<Binding>();
  for (const binding of bindings) router.add(binding.call.method, routePattern(binding.call), binding);
  return ({ method, url, data }: SocketCall): { binding: Binding; input: Record<string, unknown> } => {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const [[found] = []] = router.match(method, path);
    if (!found) throw new AppError('badRequest.notFound');
    const [binding, params] = found;
    const fields = data !== null && typeof data === 'object' && !Array.isArray(data) ? data : {};
    const input = { ...fromQuery(new URLSearchParams(query)), ...fields, ...decoded(params) };
    return { binding, input };
  };
}

function decoded(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(params).map(([name, value]) => [name, decode(String(value))] as const);
  return Object.fromEntries(entries);
}

/** Like the HTTP router, leaves malformed percent-encoding as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
