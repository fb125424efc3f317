import { io, type Socket } from 'socket.io-client';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type ClientEvents,
  type PushName,
  type ServerEvents,
  type ServerPushes,
  socketAnswerSchema,
} from '#contract/socket.ts';
import { errorFrom, requestOf } from './call.ts';

/** A call that is not acknowledged within this time is told as unavailable. */
const ANSWER_WITHIN_MS = 10_000;

type Connection = Socket<ServerEvents, ClientEvents>;
let connection: Connection | undefined;

/** The one connection of the page, opened by whoever needs it first. */
function connect(): Connection {
  connection ??= io({
    path: '/socket.io',
    withCredentials: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
  });
  return connection;
}

/**
 * Makes one call of the contract over the socket; the connection itself may enter rooms by it.
 * @throws AppError with the label the API answered; UNAVAILABLE where no answer came.
 */
export async function requestOverSocket<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  const { url, body } = requestOf(endpoint, input as Record<string, unknown>);
  const { status, body: answer } = await emit(endpoint, url, body);
  if (status >= 400) throw errorFrom(answer);
  const parsed = endpoint.output.safeParse(answer);
  if (!parsed.success) throw new AppError('UNDEFINED_ERROR', { cause: parsed.error });
  return parsed.data as OutputOf<E>;
}

async function emit(endpoint: AnyEndpoint, url: string, data: Record<string, unknown> | undefined) {
  try {
    const envelope = { method: endpoint.method, url, data };
    return socketAnswerSchema.parse(await connect().timeout(ANSWER_WITHIN_MS).emitWithAck('call', envelope));
  } catch (cause) {
    throw new AppError('UNAVAILABLE', { cause });
  }
}

/** Listens to a push; answers the function that stops it. */
export function on<Name extends PushName>(
  event: Name,
  handler: (payload: ServerPushes[Name]) => void,
): () => void {
  // socket.io types reserved events apart from ours, which no generic name can be proved not to be.
  const socket: Socket = connect() as unknown as Socket;
  socket.on<string>(event, handler);
  return () => void socket.off<string>(event, handler);
}

export type ConnectionState = 'connected' | 'disconnected';

/** Tells each time the connection comes (again) or goes; after a gap the listener fetches what it missed. */
export function onConnection(handler: (state: ConnectionState) => void): () => void {
  const socket = connect();
  const up = () => handler('connected');
  const down = () => handler('disconnected');
  socket.on('connect', up).on('disconnect', down);
  if (socket.connected) up();
  return () => void socket.off('connect', up).off('disconnect', down);
}

/** Opens the connection anew, so that the server sees the session as it is now (after login and logout). */
export function reconnect(): void {
  if (connection) connection.disconnect().connect();
}
