import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { Reply } from './types.ts';

const kept = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

function headersOf(raw: readonly string[]) {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    headers[name] = [...(headers[name] ?? []), raw[at + 1] ?? ''];
  }
  return headers;
}

interface Request {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  timeoutMs: number;
}

/** Sends a bare request, to see every status and header as sent: no redirects, no added or hidden headers. */
export function send(url: string, { method, headers, body, timeoutMs }: Request): Promise<Reply> {
  const isSecure = url.startsWith('https:');
  const { request } = isSecure ? https : http;
  const agent = isSecure ? kept.https : kept.http;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers: { ...length, ...headers }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          method,
          url,
          status: response.statusCode ?? 0,
          headers: headersOf(response.rawHeaders),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    clientRequest.setTimeout(timeoutMs, () =>
      clientRequest.destroy(new Error(`No answer to ${method} within ${timeoutMs} ms`)),
    );
    clientRequest.on('error', (error) => {
      // The server closed a kept-alive connection at the moment of its reuse.
      if (clientRequest.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        resolve(send(url, { method, headers, body, timeoutMs }));
      else reject(error);
    });
    clientRequest.end(body);
  });
}

/** Returns the body of a response to HEAD, which an HTTP client hides. */
export function bodyOfHead(address: string, timeoutMs: number): Promise<string> {
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  return new Promise((resolve, reject) => {
    const socket = secure ? tls.connect({ host: url.hostname, port }) : net.connect(port, url.hostname);
    let text = '';
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`No answer to HEAD within ${timeoutMs} ms`)));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text.slice(text.indexOf('\r\n\r\n') + 4)));
    socket.write(
      `HEAD ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`,
    );
  });
}

/** All values of a header, joined. */
export const header = (reply: Reply, name: string) => reply.headers[name.toLowerCase()]?.join(', ');

/** The elements of a comma-separated header in lower case. */
export const listed = (reply: Reply, name: string) =>
  (header(reply, name) ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

/** The Content-Type without parameters. */
export const mediaType = (reply: Reply) => header(reply, 'content-type')?.split(';')[0]?.trim().toLowerCase();

/** The links of a response (RFC 8288). */
export function links(reply: Reply) {
  const text = (reply.headers['link'] ?? []).join(', ');
  return [...text.matchAll(/<([^>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";,]+))?)*)/g)].map(
    ([, target = '', rest = '']) => {
      const parameters = [...rest.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]+))/g)];
      return {
        target,
        parameters: new Map(
          parameters.map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']),
        ),
      };
    },
  );
}
