import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListenError } from './start-failure.ts';

interface Place {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there. Stop that process, or set PORT to another one',
  EACCES: 'this user may not listen there. Set PORT to one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address. Correct HOST',
  ENOTFOUND: 'HOST cannot be resolved. Correct HOST',
};

/** Returns the port. Throws ListenError if it is not available. */
export async function listen(server: Server, { host, port }: Place): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error & { code?: string }) => {
    const reason = reasons[error.code ?? ''];
    throw reason ? new ListenError(`Cannot listen on ${host}, port ${port}: ${reason}.`) : error;
  });
  return (server.address() as AddressInfo).port;
}
