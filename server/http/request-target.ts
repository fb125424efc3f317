import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What to do with the target of a request line (RFC 9112, 3.2). `moved`: spells `path` in another way. */
export type Target =
  | { readonly kind: 'path'; readonly path: string; readonly host?: string }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'server' }
  | { readonly kind: 'invalid' };

/** Scheme, authority, and the rest. Userinfo before an `@` is an error (RFC 9110, 4.2.4). */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)([/?][^#]*)?$/i;

/**
 * A path has one spelling, because gates compare it as text and pages read it decoded: `/%64esk` would otherwise be the
 * desk without being recognized as the desk.
 */
export function readTarget(method: string, target: string): Target {
  if (target.startsWith('/')) return pathTarget(target);
  if (target === '*') return { kind: method === 'OPTIONS' ? 'server' : 'invalid' };
  const [, host, rest = ''] = absoluteForm.exec(target) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return { kind: 'invalid' };
  // OPTIONS with an empty path is about the server itself (RFC 9112, 3.2.4).
  if (rest === '' && method === 'OPTIONS') return { kind: 'server' };
  return pathTarget(rest.startsWith('/') ? rest : `/${rest}`, host);
}

/** An encoded percent sign before two hexadecimal digits. */
const encodedTwice = /%25[0-9a-f]{2}/i;

function pathTarget(path: string, host?: string): Target {
  const [sent = '', ...search] = path.split('?');
  // A router that decodes twice would read another path than the gates.
  if (encodedTwice.test(sent)) return { kind: 'invalid' };
  const canonical = canonicalPath(sent);
  if (canonical === sent) return { kind: 'path', path, ...(host !== undefined && { host }) };
  // Two slashes at its start would name another host.
  return { kind: 'moved', path: [canonical.replace(/^\/+/, '/'), ...search].join('?') };
}

/** Without dot segments and backslashes, and with no unreserved character encoded (RFC 3986, 6.2.2). */
function canonicalPath(path: string): string {
  const { pathname } = new URL(`http://vonk${path}`);
  const decoded = pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
  return decoded === pathname ? pathname : canonicalPath(decoded);
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
 * Passes only canonical paths to the server's listeners, including those of sockets. `OPTIONS *`, other spellings of a
 * path and invalid targets are answered here, with `headers`.
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
    else answer(incoming, other as ServerResponse, { target, headers });
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

interface Refusal {
  readonly target: Exclude<Target, { kind: 'path' }>;
  readonly headers: Readonly<Record<string, string>>;
}

function answer({ method }: IncomingMessage, outgoing: ServerResponse, { target, headers }: Refusal): void {
  if (target.kind === 'server') outgoing.writeHead(204, { ...headers, allow: ALLOW }).end();
  else if (target.kind === 'moved' && (method === 'GET' || method === 'HEAD'))
    outgoing.writeHead(301, { ...headers, location: target.path }).end();
  else outgoing.writeHead(400, headers).end();
}
