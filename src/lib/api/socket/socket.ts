import { io, type Socket } from 'socket.io-client';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type ClientEvents,
  type PushName,
  type ServerEvents,
  type ServerPushes,
  type SocketCall,
  socketAnswerSchema,
} from '#contract/socket.ts';
import { log } from '../../shell/log.ts';
import { apiKey, documentLocale, errorFrom, requestOf } from '../call.ts';
import { apiOrigin } from '../start/page.ts';

/** ms until an unacknowledged call counts as UNAVAILABLE. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * ms between two attempts to connect, first and longest: pages return soon after a restart. Each is varied by half, so
 * that they return within about a second, but not all at once.
 */
const RECONNECT_MS = { first: 500, longest: 1000 } as const;

type Connection = Socket<ServerEvents, ClientEvents>;

export type ConnectionState = 'connected' | 'disconnected';

/** A connection that is opened on first use. */
export interface PageSocket {
  /**
   * Makes one call over the socket; its connection may enter rooms by it. Throws AppError with the label of the API's
   * error, or UNAVAILABLE.
   */
  requestOverSocket<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  /** Returns a stop function. */
  on<Name extends PushName>(event: Name, handler: (payload: ServerPushes[Name]) => void): () => void;
  /** Reports each connect and disconnect; after a gap the listener fetches what it missed. */
  onConnection(handler: (state: ConnectionState) => void): () => void;
  /** Runs when a connection attempt failed; another attempt follows. Returns a stop function. */
  onUnreachable(handler: () => void): () => void;
  /** Opens the connection. While false no pushes arrive. */
  isConnected(): boolean;
  /** Closes the connection and removes its listeners: the next use opens another. */
  closeConnection(): void;
  /** Reconnects, so that the server authenticates the new session (after login and logout). */
  reconnect(): void;
}

/** `studio`: connects with the performer's session instead of the member's. */
export function createSocket({ studio = false }: { studio?: boolean } = {}): PageSocket {
  let connection: Connection | undefined;
  const connect = (): Connection => {
    connection ??= open(studio);
    return connection;
  };
  return {
    async requestOverSocket(endpoint, input) {
      const { url, body } = requestOf(endpoint, input as Record<string, unknown>);
      const { status, body: answer } = await emit(connect, { method: endpoint.method, url, data: body });
      if (status >= 400) throw errorFrom(answer);
      const parsed = endpoint.output.safeParse(answer);
      if (!parsed.success) throw new AppError('UNDEFINED_ERROR', { cause: parsed.error });
      return parsed.data;
    },
    on(event, handler) {
      // socket.io's types separate reserved event names, which a generic name cannot satisfy.
      const socket: Socket = connect() as unknown as Socket;
      socket.on<string>(event, handler);
      return () => void socket.off<string>(event, handler);
    },
    onConnection(handler) {
      const socket = connect();
      const up = () => handler('connected');
      const down = () => handler('disconnected');
      socket.on('connect', up).on('disconnect', down);
      if (socket.connected) up();
      return () => void socket.off('connect', up).off('disconnect', down);
    },
    onUnreachable(handler) {
      const socket = connect().on('connect_error', handler);
      return () => void socket.off('connect_error', handler);
    },
    isConnected: () => connect().connected,
    closeConnection() {
      connection?.off().offAny().disconnect();
      connection = undefined;
    },
    reconnect: () => void connection?.disconnect().connect(),
  };
}

const open = (studio: boolean): Connection =>
  io(apiOrigin() || location.origin, {
    path: '/socket.io',
    withCredentials: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: RECONNECT_MS.first,
    reconnectionDelayMax: RECONNECT_MS.longest,
    auth: { 'api-key': apiKey(), lang: documentLocale(), ...(studio && { studio }) },
  })
    .on('connect', () => log.debug('Socket connected'))
    .on('disconnect', (reason) => log.debug('Socket disconnected', reason))
    // The event name only: a push may contain a message.
    .onAny((event: string) => log.verbose('Push', event));

async function emit(connect: () => Connection, envelope: SocketCall) {
  try {
    return socketAnswerSchema.parse(await connect().timeout(ANSWER_WITHIN_MS).emitWithAck('call', envelope));
  } catch (cause) {
    throw new AppError('UNAVAILABLE', { cause });
  }
}

/** The page's instance. */
export const { requestOverSocket, on, onConnection, onUnreachable, isConnected, closeConnection, reconnect } =
  createSocket();
