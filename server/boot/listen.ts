import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListenError } from './start-failure.ts';

interface Place {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** `prefix` begins the variables' names. */
const reasonsFor = (prefix: string): Readonly<Record<string, string>> => ({
  EADDRINUSE: `another process listens there. Stop that process, or set ${prefix}PORT to another one`,
  EACCES: `this user may not listen there. Set ${prefix}PORT to one above 1023`,
  EADDRNOTAVAIL: `this machine has no such address. Correct ${prefix}HOST`,
  ENOTFOUND: `${prefix}HOST cannot be resolved. Correct ${prefix}HOST`,
});

/** Returns the port. Throws ListenError if it is not available. */
export async function listen(
  server: Server,
  { host, port }: Place,
  prefix: '' | 'DESK_' = '',
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error & { code?: string }) => {
    const reason = reasonsFor(prefix)[error.code ?? ''];
    throw reason ? new ListenError(`Cannot listen on ${host}, port ${port}: ${reason}.`) : error;
  });
  return (server.address() as AddressInfo).port;
}
