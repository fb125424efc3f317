import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What to do with the target of a request line (RFC 9112, 3.2). */
export type Target =
  | { readonly kind: 'path'; readonly path: string; readonly host?: string }
  | { readonly kind: 'server' }
  | { readonly kind: 'invalid' };

/** Scheme, authority, and the rest. Userinfo before an `@` is an error (RFC 9110, 4.2.4). */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)([/?][^#]*)?$/i;

export function readTarget(method: string, target: string): Target {
  if (target.startsWith('/')) return { kind: 'path', path: target };
  if (target === '*') return { kind: method === 'OPTIONS' ? 'server' : 'invalid' };
  const [, host, rest = ''] = absoluteForm.exec(target) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return { kind: 'invalid' };
  // OPTIONS with an empty path is about the server itself (RFC 9112, 3.2.4).
  if (rest === '' && method === 'OPTIONS') return { kind: 'server' };
  return { kind: 'path', path: rest.startsWith('/') ? rest : `/${rest}`, host };
}

/** The target's host overrides the Host header (RFC 9112, 3.2.2). */
function rewrite(incoming: IncomingMessage, { path, host }: Target & { kind: 'path' }): void {
  incoming.url = path;
  if (host === undefined) return;
  incoming.headers.host = host;
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    if (incoming.rawHeaders[at]?.toLowerCase() === 'host') incoming.rawHeaders[at + 1] = host;
}

/**
 * Passes only paths to the server's listeners, including those of sockets. `OPTIONS *` and invalid targets are answered
 * here, with `headers`.
 */
export function readTargets(server: Server, headers: Readonly<Record<string, string>>): void {
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'request' && event !== 'upgrade') return emit(event, ...args);
    const [incoming, other] = args as [IncomingMessage, ServerResponse | Duplex];
    const target = readTarget(incoming.method ?? '', incoming.url ?? '');
    if (target.kind === 'path') {
      rewrite(incoming, target);
      return emit(event, ...args);
    }
    if (event === 'upgrade') (other as Duplex).end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    else answer(other as ServerResponse, target, headers);
    return true;
  };
  // Without a listener Node closes the connection without a response.
  server.on('connect', (_, socket: Duplex) =>
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nallow: ${ALLOW}\r\nconnection: close\r\n\r\n`),
  );
}

/**
 * Whether a request opens a socket. Any other upgrade is ignored (RFC 9110, 7.8), such as the `h2c` some clients send
 * with every request: it would otherwise get no response.
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
