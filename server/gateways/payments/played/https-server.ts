import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate } from './certificate.ts';

/** What can be wrong with a provider. */
export const troubles = [
  'answers 500',
  'answers nonsense',
  'sends elsewhere',
  'hangs up',
  'is too slow',
] as const;
export type Trouble = (typeof troubles)[number];

export interface Asked {
  method: string;
  path: string;
  authorization: string;
  body: unknown;
}

export interface Answered {
  status: number;
  body: unknown;
}

export interface PlayedServer {
  url: string;
  asked: Asked[];
  /** The next requests meet it. */
  trouble: Trouble | null;
  close(): Promise<void>;
}

/** A provider's API over TLS; `answer` is the provider. */
export async function startHttps(answer: (asked: Asked) => Answered): Promise<PlayedServer> {
  const server = createServer(certificate, (request, response) => void serve(request, response));
  const played: PlayedServer = {
    url: '',
    asked: [],
    trouble: null,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const asked = {
      method,
      path,
      authorization: headers.authorization ?? '',
      body: text ? JSON.parse(text) : null,
    };
    played.asked.push(asked);
    if (played.trouble === 'is too slow') return;
    if (played.trouble === 'hangs up') return void request.socket.destroy();
    const { status, body } = played.trouble ? troubled(played.trouble) : answer(asked);
    const elsewhere = { location: 'https://elsewhere.example/' };
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 302 ? elsewhere : {}) });
    response.end(JSON.stringify(body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  played.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return played;
}

const troubled = (trouble: Trouble): Answered =>
  ({
    'answers 500': { status: 500, body: { title: 'Out of order' } },
    'answers nonsense': { status: 200, body: { status: 'PAID' } },
    'sends elsewhere': { status: 302, body: {} },
  })[trouble as string] ?? { status: 500, body: null };

/** Has this process trust the played servers as it would a real authority; answers how to stop that. */
export function trustPlayed(): () => void {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, certificate.cert]);
  return () => setDefaultCACertificates(usual);
}
