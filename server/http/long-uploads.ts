import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** ms for receiving a whole upload; a stalled one ends by the server's own timeout for silence. */
const UPLOAD_MS = 20 * 60_000;

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  [LATE]: '408 Request Timeout',
};

/**
 * Exempts uploads, such as films, from the server's request timeout, and from its silence timeout while the client
 * waits for the server. Other client errors get Node's default response.
 */
export function allowLongUploads(server: Server, isUpload: (request: IncomingMessage) => boolean): void {
  const uploading = new WeakSet<Duplex>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isUpload(request)) return;
    response.on('timeout', (socket: Socket) => {
      const { bytesRead } = socket;
      // In a process that was busy the next bytes have arrived, and are read after its timers.
      setImmediate(() => {
        if (isServersTurn(request) || socket.bytesRead > bytesRead) socket.setTimeout(server.timeout);
        else socket.destroy();
      });
    });
    const { socket } = request;
    uploading.add(socket);
    const timer = setTimeout(() => socket.destroy(), UPLOAD_MS);
    request.once('close', () => {
      clearTimeout(timer);
      uploading.delete(socket);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === LATE && uploading.has(socket)) return;
    const status = statuses[error.code ?? ''] ?? '400 Bad Request';
    if (socket.writable && !hasBegun(socket)) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    else socket.destroy();
  });
}

/** Whether the server has bytes of this request to work on: it scans, checks or stores a file, or waits for its turn. */
const isServersTurn = ({ complete, readableLength }: IncomingMessage): boolean =>
  complete || readableLength > 0;

/** Whether a response is being sent, which a second one would corrupt. Node keeps it on the socket. */
const hasBegun = (socket: Duplex & { _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent === true;
