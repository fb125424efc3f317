import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A TCP proxy that can hang like a machine that stopped responding: connections stay open, but no data flows. */
export interface FreezingProxy {
  port: number;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startFreezingProxy(target: NetConnectOpts): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    const far = keep(connect(target));
    near.on('data', (part) => far.write(part));
    far.on('data', (part) => near.write(part));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (frozen) for (const socket of [near, far]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Where the database server of a URL listens: a port, or a socket in the folder that `host` names. */
export function listenerOf(database: string): NetConnectOpts {
  const url = new URL(database);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}

/** The URL of the same database through a proxy. */
export function throughProxy(database: string, { port }: Pick<FreezingProxy, 'port'>): string {
  const url = new URL(database);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
