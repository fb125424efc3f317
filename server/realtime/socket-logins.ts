import { AppError } from '#contract/errors.ts';
import { nonNude } from '#contract/fields.ts';
import { groupsAt } from '#contract/safety/hidden-places.ts';
import type { Binding, Effect } from '#server/calls/handler.ts';
import type { Config } from '#server/config/config.ts';
import type { CallerReader, IncomingRequest } from '#server/http/caller-reader.ts';
import { isApiKey } from '#server/http/guards.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endedAmong, noteUsed } from '#server/identity/sessions.ts';
import { guestKeyOf } from '#server/identity/tokens.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { rooms } from '#server/ports/push.ts';
import type { CallSocket, Sockets } from './sockets.ts';

/** Values that calls of a socket send. */
type Input = Readonly<Record<string, unknown>>;

/** Without the key a connection receives no pushes for its caller. */
export async function showKey(socket: CallSocket): Promise<void> {
  if (socket.data.hasKey) return;
  socket.data.hasKey = true;
  await socket.join(ownRooms(socket.data.caller));
}

/** Throws `badRequest.invalid.apiKey`. The key may come with the connection or with each call. */
export async function requireKey(config: Config, socket: CallSocket, input: Input): Promise<void> {
  const key = input['api-key'];
  // The connection's own key was checked when it connected.
  const isKnown = key === undefined && carriedBy(socket).key !== undefined;
  if (!isKnown && (typeof key !== 'string' || !isApiKey(config, key)))
    throw new AppError('badRequest.invalid.apiKey');
  await showKey(socket);
}

/** Leaves the old login's room while the new login is opened: its connections are cut before the response. */
export async function outOfLogin<Result>(
  deps: Deps,
  socket: CallSocket,
  logIn: () => Promise<Result>,
): Promise<Result> {
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
export async function followLogin(
  callers: CallerReader,
  socket: CallSocket,
  effects: readonly Effect[],
): Promise<void> {
  const login = effects.find((effect) => effect.kind === 'remember-session');
  if (login) await becomeOwner(callers, socket, login.token);
}

/** A token may come with each call (platform spec 7); one without a session is ignored. */
export async function followToken(
  callers: CallerReader,
  socket: CallSocket,
  { call }: Binding,
  { token }: Input,
): Promise<void> {
  // For a call with its own `token` field it is that of a mail link.
  if (typeof token !== 'string' || Object.hasOwn(call.input.shape ?? {}, 'token')) return;
  await becomeOwner(callers, socket, token);
}

async function becomeOwner(callers: CallerReader, socket: CallSocket, token: string): Promise<void> {
  const incoming = { ...incomingOf(socket), token };
  const caller = await callers.authenticate(incoming, callers.requestOf(incoming));
  if (!('sessionId' in caller) || isSameLogin(caller, socket.data.caller)) return;
  const stays = [socket.id, ...placeRooms(caller)];
  for (const room of socket.rooms) if (!stays.includes(room)) await socket.leave(room);
  socket.data.caller = caller;
  await socket.join(ownRooms(caller));
}

/** A performer receives every status, her own too. */
export const placeRooms = (caller: Caller): string[] =>
  caller.kind === 'performer' ? [] : groupsAt(caller.request.location).map(rooms.place);

function ownRooms(caller: Caller): string[] {
  if (caller.kind === 'member') return [rooms.member(caller.memberId), rooms.login(caller.sessionId)];
  if (caller.kind === 'guest') return [rooms.guest(guestKeyOf(caller.guestId))];
  if (caller.kind === 'dial-in-guest')
    return [rooms.dialIn(caller.dialInId), rooms.guest(guestKeyOf(caller.guestId))];
  if (caller.kind !== 'performer' || caller.lacksFactor) return [];
  const { performerId, sessionId } = caller;
  return [rooms.performer(performerId), rooms.stream(performerId), rooms.login(sessionId)];
}

const isSameLogin = (caller: Caller, before: Caller): boolean =>
  'sessionId' in caller && 'sessionId' in before && caller.sessionId === before.sessionId;

/** Rooms are the only effect for a socket: it can't set cookies. */
export async function enterRooms(socket: CallSocket, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'enter-room' || socket.rooms.has(effect.room)) continue;
    await socket.join(effect.room);
    // Checked after joining: an exclusion from here on finds the socket in the room.
    if ((await effect.isAllowed?.()) === false) await socket.leave(effect.room);
  }
}

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

interface Carried {
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

/**
 * Disconnects this node's sockets whose login ended unnoticed: expired, or ended from the shell or an unreachable
 * node. Open pages of members, and of performers who are on, renew their login.
 */
export async function recheckSessions(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'push'>,
  io: Sockets,
): Promise<void> {
  const ids = new Set<string>();
  const used = new Set<string>();
  const online = await onlinePerformers(deps);
  for (const { data } of io.sockets.sockets.values()) {
    // A socket that is still being authenticated has no caller.
    const { caller } = data as Partial<typeof data>;
    if (caller?.kind !== 'member' && caller?.kind !== 'performer') continue;
    ids.add(caller.sessionId);
    if (caller.kind === 'member' || online.has(caller.performerId)) used.add(caller.sessionId);
  }
  await noteUsed(deps, [...used]);
  for (const id of await endedAmong(deps, [...ids])) deps.push.endSession(id);
}
