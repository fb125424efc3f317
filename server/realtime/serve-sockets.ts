import { randomUUID } from 'node:crypto';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { Logger } from 'pino';
import { AppError } from '#contract/errors.ts';
import { fromQuery } from '#contract/query.ts';
import { groupsAt } from '#contract/safety/hidden-places.ts';
import { type SocketAnswer, type SocketCall, socketCallSchema } from '#contract/socket.ts';
import { type Dispatch, toAppError } from '#server/calls/dispatch.ts';
import type { Binding, Effect } from '#server/calls/handler.ts';
import { missToyBridge } from '#server/chat/toys/switch-off.ts';
import { isApiKey } from '#server/http/api-key.ts';
import { routePattern } from '#server/http/app.ts';
import { carriesSession, createCallerReader } from '#server/http/caller-reader.ts';
import { errorBody, statusOf } from '#server/http/errors.ts';
import { isFromOwnPage } from '#server/http/own-page.ts';
import type { Caller } from '#server/identity/caller.ts';
import { guestKeyOf } from '#server/identity/dial-in-token.ts';
import { endedAmong } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { rooms } from '#server/ports/push.ts';
import { guardSockets } from './guard-sockets.ts';
import { carriedBy, incomingOf } from './handshake.ts';
import { joinWrites } from './join-writes.ts';
import type { CallSocket, Sockets } from './sockets.ts';

/** Maximum number of concurrent calls per socket. */
const CALLS_AT_ONCE = 16;

type Input = Readonly<Record<string, unknown>>;

export interface SocketParts {
  readonly io: Sockets;
  readonly deps: Deps;
  readonly dispatch: Dispatch;
  readonly bindings: readonly Binding[];
  readonly log: Logger;
}

/** Attach the sockets to their HTTP server first. */
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

  // Runs before the client is connected: from then on it relies on receiving every push.
  io.use((socket, next) => {
    const incoming = incomingOf(socket);
    callers
      .authenticate(incoming, callers.requestOf(incoming))
      .then((caller) => {
        socket.data.caller = caller;
      })
      .catch((error: unknown) => log.error({ err: error }, 'A socket could not be authenticated'))
      .finally(() => next());
  });

  /** Without the key a connection receives no pushes for its caller. */
  async function showKey(socket: CallSocket): Promise<void> {
    if (socket.data.hasKey) return;
    socket.data.hasKey = true;
    await socket.join(ownRooms(socket.data.caller));
  }

  /** Throws `badRequest.invalid.apiKey`. The key may come with the connection or with each call. */
  async function requireKey(socket: CallSocket, input: Input): Promise<void> {
    const key = input['api-key'];
    // The connection's own key was checked when it connected.
    const isKnown = key === undefined && carriedBy(socket).key !== undefined;
    if (!isKnown && (typeof key !== 'string' || !isApiKey(deps.config, key)))
      throw new AppError('badRequest.invalid.apiKey');
    await showKey(socket);
  }

  /** Leaves the old login's room while the new login is opened: its connections are cut before the response. */
  async function outOfLogin<Result>(socket: CallSocket, logIn: () => Promise<Result>): Promise<Result> {
    const { caller } = socket.data;
    if (!('sessionId' in caller)) return logIn();
    const { sessionId } = caller;
    await socket.leave(rooms.login(sessionId));
    try {
      return await logIn();
    } catch (error) {
      await socket.join(rooms.login(sessionId));
      // It may have ended meanwhile, while this socket was outside the room.
      for (const ended of await endedAmong(deps, [sessionId])) deps.push.endSession(ended);
      throw error;
    }
  }

  /** A login over a socket makes it the member's connection, and it leaves all rooms of the previous caller. */
  async function followLogin(socket: CallSocket, effects: readonly Effect[]): Promise<void> {
    const login = effects.find((effect) => effect.kind === 'remember-session');
    if (login) await becomeOwner(socket, login.token);
  }

  /** A token may come with each call (platform spec 7); one without a session is ignored. */
  async function followToken(socket: CallSocket, { call }: Binding, { token }: Input): Promise<void> {
    // For a call with its own `token` field it is that of a mail link.
    if (typeof token !== 'string' || Object.hasOwn(call.input.shape ?? {}, 'token')) return;
    await becomeOwner(socket, token);
  }

  async function becomeOwner(socket: CallSocket, token: string): Promise<void> {
    const incoming = { ...incomingOf(socket), token };
    const caller = await callers.authenticate(incoming, callers.requestOf(incoming));
    if (!('sessionId' in caller) || isSameLogin(caller, socket.data.caller)) return;
    const stays = [socket.id, ...placeRooms(caller)];
    for (const room of socket.rooms) if (!stays.includes(room)) await socket.leave(room);
    socket.data.caller = caller;
    await socket.join(ownRooms(caller));
  }

  /** Never throws: without an acknowledgement the client would wait forever. */
  async function answer(socket: CallSocket, envelope: unknown): Promise<SocketAnswer> {
    try {
      const parsed = socketCallSchema.safeParse(envelope);
      if (!parsed.success) throw new AppError('badRequest.invalid.input');
      const { binding, input } = bindingOf(parsed.data);
      await requireKey(socket, input);
      await followToken(socket, binding, input);
      const { caller } = socket.data;
      const { session } = caller.request;
      // A socket can't set cookies, so it keeps the one it came with.
      const request = {
        ...caller.request,
        id: randomUUID(),
        session: session === 'cookie' ? undefined : session,
      };
      const fullInput = { ...carriedBy(socket).fields, ...input };
      const run = () => dispatch(binding.call, { ...caller, request }, fullInput);
      const { output, effects } = await (binding.opensLogin ? outOfLogin(socket, run) : run());
      await followLogin(socket, effects);
      await enterRooms(socket, effects);
      return { status: 200, body: output };
    } catch (error) {
      const { label, fields } = toAppError(error);
      if (!(error instanceof AppError)) log.error({ err: error }, 'A call over a socket failed');
      return { status: statusOf(label), body: errorBody(label, fields) };
    }
  }

  io.on('connection', (socket) => {
    // Authentication failed.
    if (!socket.data.caller) {
      socket.disconnect(true);
      return;
    }
    void socket.join(placeRooms(socket.data.caller));
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

/** Stops the toy when no connection is left that could stop it. */
async function leavePerformer(
  { io, deps, log }: Pick<SocketParts, 'io' | 'deps' | 'log'>,
  performerId: number,
): Promise<void> {
  try {
    const others = await io.in(rooms.performer(performerId)).fetchSockets();
    if (others.length === 0) await missToyBridge(deps, performerId);
  } catch (error) {
    // Its heartbeats stop as well, which ends the run within two seconds.
    log.info({ err: error, performer: performerId }, 'A toy was not stopped when its connection closed');
  }
}

/** A performer receives every status, her own too. */
const placeRooms = (caller: Caller): string[] =>
  caller.kind === 'performer' ? [] : groupsAt(caller.request.location).map(rooms.place);

function ownRooms(caller: Caller): string[] {
  if (caller.kind === 'member') return [rooms.member(caller.memberId), rooms.login(caller.sessionId)];
  if (caller.kind === 'guest') return [rooms.guest(guestKeyOf(caller.guestId))];
  if (caller.kind === 'dial-in-guest')
    return [rooms.dialIn(caller.dialInId), rooms.guest(guestKeyOf(caller.guestId))];
  if (caller.kind !== 'performer') return [];
  const { performerId, sessionId } = caller;
  return [rooms.performer(performerId), rooms.stream(performerId), rooms.login(sessionId)];
}

const isSameLogin = (caller: Caller, before: Caller): boolean =>
  'sessionId' in caller && 'sessionId' in before && caller.sessionId === before.sessionId;

/** Rooms are the only effect for a socket: it can't set cookies. */
async function enterRooms(socket: CallSocket, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'enter-room' || socket.rooms.has(effect.room)) continue;
    await socket.join(effect.room);
    // Checked after joining: an exclusion from here on finds the socket in the room.
    if ((await effect.isAllowed?.()) === false) await socket.leave(effect.room);
  }
}

/** Throws `badRequest.notFound` for an unknown call. */
function createCallFinder(bindings: readonly Binding[]) {
  // The pair that Hono itself uses: the first finds calls without parameters in a table.
  const router = new SmartRouter<Binding>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const binding of bindings) router.add(binding.call.method, routePattern(binding.call), binding);
  return ({ method, url, data }: SocketCall): { binding: Binding; input: Record<string, unknown> } => {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const [[found] = [], values] = router.match(method, path);
    if (!found) throw new AppError('badRequest.notFound');
    const [binding, params] = found;
    const fields = data !== null && typeof data === 'object' && !Array.isArray(data) ? data : {};
    const input = { ...fromQuery(new URLSearchParams(query)), ...fields, ...decoded(params, values) };
    return { binding, input };
  };
}

/** Parameters by name, either with their value or with its place among `values`. */
function decoded(
  params: Readonly<Record<string, string | number>>,
  values: readonly string[] | undefined,
): Record<string, string> {
  const textOf = (found: string | number) => (typeof found === 'number' ? values?.[found] : found) ?? '';
  const entries = Object.entries(params).map(([name, found]) => [name, decode(textOf(found))] as const);
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
