import type { Socket as TcpSocket } from 'node:net';
import { missToyBridge } from '#server/chat/toys/switch-toy.ts';
import { carriesSession, createCallerReader } from '#server/http/caller-reader.ts';
import { createClientIpReader } from '#server/http/client-ip.ts';
import { errorBody } from '#server/http/errors.ts';
import { isApiKey, isFromOwnPage } from '#server/http/guards.ts';
import { networkOf } from '#server/identity/client.ts';
import type { Deps } from '#server/ports/deps.ts';
import { rooms } from '#server/ports/push.ts';
import { type AnswerParts, createAnswer } from './answer-calls.ts';
import { carriedBy, incomingOf, placeRooms, showKey } from './socket-logins.ts';
import type { CallSocket, Sockets } from './sockets.ts';

/** Maximum number of concurrent calls per socket. */
const CALLS_AT_ONCE = 16;

interface SocketParts extends AnswerParts {
  readonly io: Sockets;
}

/** Attach the sockets to their HTTP server first. */
export function serveSockets({ io, ...parts }: SocketParts): void {
  const { deps, log } = parts;
  guardSockets(io, deps);
  joinWrites(io);
  const callers = createCallerReader(deps);
  const answer = createAnswer(parts, callers);

  io.use((socket, next) => {
    const refusal = refusalOf(socket, deps.config);
    next(refusal === null ? undefined : new Error(refusal));
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

/** Label of the error for a connection from another site's page or with a wrong key; null if it may connect. */
function refusalOf(socket: CallSocket, config: SocketParts['deps']['config']): string | null {
  const { header, token } = incomingOf(socket);
  const host = header('host') ?? '';
  const rides = token === undefined && carriesSession(config, header);
  const isOwn = isFromOwnPage(config, { header, host }) ?? !rides;
  if (!isOwn) return 'badRequest.invalid.origin';
  const { key } = carriedBy(socket);
  return key === undefined || isApiKey(config, key) ? null : 'badRequest.invalid.apiKey';
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

/** The connection of a socket: one per socket, over any transport. */
type Line = CallSocket['conn'];

/** Window in ms for counting a socket's packets. */
const WINDOW_MS = 10_000;

/**
 * Limits what one client can use: open sockets per IP and packets per socket. Refuses a further socket, and disconnects
 * one that sends too much. Call it after attaching the sockets.
 */
function guardSockets(io: Sockets, { config, events }: Pick<Deps, 'config' | 'events'>): void {
  if (!config.rateLimits) return;
  const clientIpOf = createClientIpReader(config.trustedProxies);
  const senderOf = ({ socket, headers }: Line['request']): string =>
    networkOf(clientIpOf(socket.remoteAddress, headers['x-forwarded-for']?.toString()));
  const open = new Map<string, number>();

  io.engine.opts.allowRequest = (request, answer) => {
    const isFull = config.socketsPerIp > 0 && (open.get(senderOf(request)) ?? 0) >= config.socketsPerIp;
    if (isFull) events.record('socket.refused');
    answer(isFull ? 'badRequest.tooMany' : null, !isFull);
  };
  io.engine.on('connection', (line: Line) => {
    const network = senderOf(line.request);
    open.set(network, (open.get(network) ?? 0) + 1);
    line.on('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (config.socketEvents > 0) watchFlood(line, config.socketEvents, () => events.record('socket.flooded'));
  });
}

/** Closes a connection that sends more than `most` packets of any kind within a window. */
function watchFlood(line: Line, most: number, flooded: () => void): void {
  let since = performance.now();
  let count = 0;
  line.on('packet', () => {
    const now = performance.now();
    if (now - since > WINDOW_MS) [since, count] = [now, 0];
    count += 1;
    if (count !== most + 1) return;
    flooded();
    line.close(true);
  });
}

/** An engine's packet, as `packetCreate` has it. */
interface Packet {
  readonly data?: unknown;
}

/**
 * Sockets written to per turn of the event loop, about a millisecond: what arrives meanwhile is handled between the writes
 * of a large room, not after them.
 */
const PER_TURN = 64;

/**
 * Sends what a socket gets in one turn of the event loop in two writes, which are most of the cost of a message in a
 * large room. Sockets that get an answer go first. Call it after attaching the sockets.
 */
export function joinWrites(io: Sockets): void {
  const corked = new Set<TcpSocket>();
  const answered = new Set<TcpSocket>();
  const release = (): void => {
    const sockets = new Set(answered);
    answered.clear();
    for (const tcp of corked) {
      if (sockets.size >= PER_TURN) break;
      sockets.add(tcp);
    }
    for (const tcp of sockets) {
      corked.delete(tcp);
      tcp.uncork();
    }
    if (corked.size > 0) setImmediate(release);
  };
  io.engine.on('connection', (line: Line) => {
    // For a WebSocket, the request that opened it.
    const tcp = line.request.socket;
    const isOverTcp = () => line.transport.name === 'websocket';
    // The first packet is corked until the socket's turn, and the connection buffers all others until it is written.
    line.on('packetCreate', (packet: Packet) => {
      if (!isOverTcp()) return;
      if (isAnswer(packet)) answered.add(tcp);
      if (corked.has(tcp)) return;
      if (corked.size === 0) setImmediate(release);
      corked.add(tcp);
      tcp.cork();
    });
    // Corks the flush of the buffered packets: each would be a separate write.
    line.on('flush', () => {
      if (isOverTcp()) tcp.cork();
    });
    line.on('drain', () => {
      if (isOverTcp()) tcp.uncork();
    });
  });
}

/** Whether a packet acknowledges a call, by the type in its first character (Socket.IO protocol 5, ACK). */
const isAnswer = ({ data }: Packet): boolean => typeof data === 'string' && data.startsWith('3');
