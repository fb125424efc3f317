import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Browser } from '#contract/member/notices/notice-calls.ts';
import { certificate } from '../payments/played/https-server.ts';

export interface Posted {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PlayedService {
  /** Name and port. */
  host: string;
  posted: Posted[];
  /** Status it responds with; 201 by default. */
  status: number;
  browserAt(path: string): PlayedBrowser;
  close(): Promise<void>;
}

export interface PlayedBrowser {
  subscription: Browser;
  /** The payload a service worker would get. Throws if it was not encrypted for this browser. */
  read(body: Buffer): string;
}

/** A push service over TLS, with its browsers. */
export async function startService(): Promise<PlayedService> {
  const server = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    played.posted.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(played.status, { location: 'https://elsewhere.example/' });
    response.end('told');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const played: PlayedService = {
    host,
    posted: [],
    status: 201,
    browserAt: (path) => playBrowser(`https://${host}${path}`),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return played;
}

function playBrowser(endpoint: string): PlayedBrowser {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  return {
    subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
    read: (body) => decrypt(body, pair, auth),
  };
}

/** RFC 8291, for a single record of RFC 8188. */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const record = body.subarray(21 + sender.length);
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zero padding.
  return text.subarray(0, text.lastIndexOf(2)).toString();
}
