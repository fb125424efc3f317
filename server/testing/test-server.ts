import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents, SocketAnswer, SocketCall } from '#contract/socket.ts';
import { bindings } from '#server/boot/routes.ts';
import type { Bindings } from '#server/http/guards.ts';
import { serveSockets } from '#server/realtime/serve-sockets.ts';
import { recheckSessions } from '#server/realtime/socket-logins.ts';
import { createPush, createSockets } from '#server/realtime/sockets.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';

export type TestSocket = Socket<ServerEvents, ClientEvents>;

export interface SocketOptions {
  /** A session token for the handshake, as an encoder sends it. */
  token?: string;
  /** API key for the handshake; by default this server's, null for no key. */
  apiKey?: string | null;
  /** Further fields of the handshake. */
  auth?: Readonly<Record<string, unknown>>;
  /** A cookie header, as sent by a browser: with this server's Origin by default. */
  cookie?: string;
  /** Null for none. */
  origin?: string | null;
  /** The Sec-Fetch-Site header. */
  site?: string;
  /** The X-Forwarded-For header. */
  forwardedFor?: string;
}

export interface TestServer extends TestApp {
  /** `http://127.0.0.1:…` */
  url: string;
  http: Server;
  /** Opens a connection like a browser or an encoder; not yet awaited. */
  connect(options?: SocketOptions): TestSocket;
  /** Cuts every connection like a network failure; clients reconnect by themselves. */
  cutLines(): void;
  /** Runs what the schedule runs every two seconds. */
  recheck(): Promise<void>;
}

interface ServerOptions extends TestOptions {
  /** Makes this server a node of a cluster. */
  redis?: Redis;
}

/** The server in memory on a real port: HTTP and sockets as in the product, fakes for the outside world. */
export async function startTestServer({ redis, ...options }: ServerOptions = {}): Promise<TestServer> {
  const test = await createTestApp(options);
  const http = createServer(
    getRequestListener((request, env) => test.app.fetch(request, env as unknown as Bindings)),
  );
  const sockets = createSockets(redis ?? null, test.deps.config);
  sockets.attach(http);
  test.deps.push = createPush(sockets);
  const { deps, dispatch } = test;
  serveSockets({ io: sockets, deps, dispatch, bindings, log: pino({ level: 'silent' }) });
  const lines = new Set<TcpSocket>();
  http.on('connection', (line: TcpSocket) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const opened: TestSocket[] = [];

  return {
    ...test,
    url,
    http,
    connect({
      token,
      apiKey = deps.config.apiKey,
      auth,
      cookie,
      origin = cookie ? url : null,
      site,
      forwardedFor,
    } = {}) {
      const extraHeaders = {
        ...(cookie ? { cookie } : {}),
        ...(origin ? { origin } : {}),
        ...(site ? { 'sec-fetch-site': site } : {}),
        ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}),
      };
      const socket: TestSocket = io(url, {
        transports: ['websocket'],
        forceNew: true,
        extraHeaders,
        auth: { ...(apiKey !== null && { 'api-key': apiKey }), ...(token && { token }), ...auth },
      });
      opened.push(socket);
      return socket;
    },
    cutLines: () => {
      for (const line of lines) line.destroy();
    },
    recheck: () => recheckSessions(deps, sockets),
    close: async () => {
      for (const socket of opened) socket.disconnect();
      await sockets.close();
      await test.close();
    },
  };
}

/** Makes a call over a socket like the product's pages. */
export function callOver(socket: TestSocket, call: SocketCall): Promise<SocketAnswer> {
  return socket.timeout(5000).emitWithAck('call', call) as Promise<SocketAnswer>;
}

/** The next push with a name that this socket receives. */
export function nextPush<Name extends keyof ServerEvents>(
  socket: TestSocket,
  name: Name,
): Promise<Parameters<ServerEvents[Name]>[0]> {
  return new Promise((resolve) => {
    (socket as unknown as { once(event: string, listener: (payload: never) => void): void }).once(
      name,
      resolve,
    );
  });
}
