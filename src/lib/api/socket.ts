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
import { log } from '../shell/log.ts';
import { apiKey } from './api-key.ts';
import { apiOrigin } from './api-origin.ts';
import { documentLocale, errorFrom, requestOf } from './call.ts';

/** ms until an unacknowledged call counts as UNAVAILABLE. */
const ANSWER_WITHIN_MS = 10_000;

type Connection = Socket<ServerEvents, ClientEvents>;
let connection: Connection | undefined;

/** One connection for the page, opened on first use. */
function connect(): Connection {
  connection ??= io(apiOrigin() || location.origin, {
    path: '/socket.io',
    withCredentials: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: { 'api-key': apiKey(), lang: documentLocale() },
  })
    .on('connect', () => log.debug('socket connected'))
    .on('disconnect', (reason) => log.debug('socket disconnected', reason))
    // Its name only: what is pushed may be a message.
    .onAny((event: string) => log.verbose('push', event));
  return connection;
}

/**
 * Makes one call over the socket; its connection may enter rooms by it. Throws AppError with the label the API
 * answered, or UNAVAILABLE.
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

/** Returns how to stop. */
export function on<Name extends PushName>(
  event: Name,
  handler: (payload: ServerPushes[Name]) => void,
): () => void {
  // socket.io separates reserved event names in its types, which a generic name cannot satisfy.
  const socket: Socket = connect() as unknown as Socket;
  socket.on<string>(event, handler);
  return () => void socket.off<string>(event, handler);
}

export type ConnectionState = 'connected' | 'disconnected';

/** Reports each connect and disconnect; after a gap the listener fetches what it missed. */
export function onConnection(handler: (state: ConnectionState) => void): () => void {
  const socket = connect();
  const up = () => handler('connected');
  const down = () => handler('disconnected');
  socket.on('connect', up).on('disconnect', down);
  if (socket.connected) up();
  return () => void socket.off('connect', up).off('disconnect', down);
}

/** Runs when no connection could be made; another try follows. Returns how to stop. */
export function onUnreachable(handler: () => void): () => void {
  const socket = connect().on('connect_error', handler);
  return () => void socket.off('connect_error', handler);
}

/** While false no pushes arrive. Opens the connection. */
export const isConnected = (): boolean => connect().connected;

/** Ends the page's connection with all its listeners: the next use opens another. */
export function closeConnection(): void {
  connection?.off().offAny().disconnect();
  connection = undefined;
}

/** Reconnects, so that the server authenticates the new session (after login and logout). */
export function reconnect(): void {
  if (connection) connection.disconnect().connect();
}
