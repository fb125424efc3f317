import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

export interface Listening {
  server: Server;
  port: number;
  /** Such as http://127.0.0.1:4321. */
  origin: string;
  /** Does not wait for open connections. */
  close(): Promise<void>;
}

/** Serves the app on a free port of loopback. */
export function listen(app: Hono): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, port, origin: `http://127.0.0.1:${port}`, close });
    });
  });
}
