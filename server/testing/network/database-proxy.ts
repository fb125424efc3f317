import type { NetConnectOpts } from 'node:net';
import type { FreezingProxy } from './freezing-proxy.ts';

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
