import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

export interface Listening {
  server: Server;
  port: number;
}

/** Serves the app on a free port of loopback. */
export function listen(app: Hono): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });
}
