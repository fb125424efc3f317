import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What a server does about the target of a request line (RFC 9112, 3.2). */
export type Target =
  | { readonly kind: 'path'; readonly path: string; readonly host?: string }
  | { readonly kind: 'server' }
  | { readonly kind: 'invalid' };

/** Scheme, authority, and the rest; someone before an `@` is an error (RFC 9110, 4.2.4). */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)([/?][^#]*)?$/i;

export function readTarget(method: string, target: string): Target {
  if (target.startsWith('/')) return { kind: 'path', path: target };
  if (target === '*') return { kind: method === 'OPTIONS' ? 'server' : 'invalid' };
  const [, host, rest = ''] = absoluteForm.exec(target) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return { kind: 'invalid' };
  // An empty path with OPTIONS asks for the server itself (RFC 9112, 3.2.4).
  if (rest === '' && method === 'OPTIONS') return { kind: 'server' };
  return { kind: 'path', path: rest.startsWith('/') ? rest : `/${rest}`, host };
}

/** The target's host counts, whatever the Host header says (RFC 9112, 3.2.2). */
function rewrite(incoming: IncomingMessage, { path, host }: Target & { kind: 'path' }): void {
  incoming.url = path;
  if (host === undefined) return;
  incoming.headers.host = host;
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    if (incoming.rawHeaders[at]?.toLowerCase() === 'host') incoming.rawHeaders[at + 1] = host;
}

/**
 * Gives every listener of the server, those of sockets included, paths only. `OPTIONS *` and what is no target are
 * answered here, with `headers`.
 */
export function readTargets(server: Server, headers: Readonly<Record<string, string>>): void {
  const emit = server.emit.bind(server) as (event: string, ...given: unknown[]) => boolean;
  server.emit = (event: string, ...given: unknown[]): boolean => {
    if (event !== 'request' && event !== 'upgrade') return emit(event, ...given);
    const [incoming, other] = given as [IncomingMessage, ServerResponse | Duplex];
    const target = readTarget(incoming.method ?? '', incoming.url ?? '');
    if (target.kind === 'path') {
      rewrite(incoming, target);
      return emit(event, ...given);
    }
    if (event === 'upgrade') (other as Duplex).end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    else answer(other as ServerResponse, target, headers);
    return true;
  };
  // Without a listener Node closes the connection and answers nothing.
  server.on('connect', (_, socket: Duplex) =>
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nallow: ${ALLOW}\r\nconnection: close\r\n\r\n`),
  );
}

/**
 * Whether a request leads to a socket. Any other upgrade, like the `h2c` that some clients offer with every request, is
 * ignored (RFC 9110, 7.8): else it would get no answer.
 */
export function isSocketUpgrade(
  { headers, method = '', url = '' }: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  paths: readonly string[],
): boolean {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return false;
  const target = readTarget(method, url);
  const [path = ''] = target.kind === 'path' ? target.path.split('?') : [];
  return paths.some((one) => path === one || path.startsWith(`${one}/`));
}

const ALLOW = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

function answer(outgoing: ServerResponse, target: Target, headers: Readonly<Record<string, string>>): void {
  const own = target.kind === 'server' ? { allow: ALLOW } : {};
  outgoing.writeHead(target.kind === 'server' ? 204 : 400, { ...headers, ...own }).end();
}
