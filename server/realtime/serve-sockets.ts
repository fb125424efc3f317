import { missToyBridge } from '#server/chat/toys/switch-toy.ts';
import { carriesSession, createCallerReader } from '#server/http/caller-reader.ts';
import { errorBody } from '#server/http/errors.ts';
import { isApiKey, isFromOwnPage } from '#server/http/guards.ts';
import { rooms } from '#server/ports/push.ts';
import { type AnswerParts, createAnswer } from './answer-calls.ts';
import { guardSockets } from './guard-sockets.ts';
import { joinWrites } from './join-writes.ts';
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
