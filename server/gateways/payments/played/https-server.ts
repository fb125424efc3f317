import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Faults a provider can have. */
export const troubles = [
  'answers 500',
  'answers nonsense',
  'sends elsewhere',
  'hangs up',
  'is too slow',
] as const;
export type Trouble = (typeof troubles)[number];

export interface PlayedRequest {
  method: string;
  path: string;
  authorization: string;
  body: unknown;
}

export interface PlayedResponse {
  status: number;
  body: unknown;
}

export interface PlayedServer {
  url: string;
  requests: PlayedRequest[];
  /** Applied to the next requests. */
  trouble: Trouble | null;
  close(): Promise<void>;
}

/** A provider's API over TLS; `answer` plays the provider. */
export async function startHttps(answer: (request: PlayedRequest) => PlayedResponse): Promise<PlayedServer> {
  const server = createServer(certificate, (request, response) => void serve(request, response));
  const played: PlayedServer = {
    url: '',
    requests: [],
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
    const parsed = {
      method,
      path,
      authorization: headers.authorization ?? '',
      body: text ? JSON.parse(text) : null,
    };
    played.requests.push(parsed);
    if (played.trouble === 'is too slow') return;
    if (played.trouble === 'hangs up') return void request.socket.destroy();
    const { status, body } = played.trouble ? troubled(played.trouble) : answer(parsed);
    const elsewhere = { location: 'https://elsewhere.example/' };
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 302 ? elsewhere : {}) });
    response.end(JSON.stringify(body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  played.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return played;
}

const troubled = (trouble: Trouble): PlayedResponse =>
  ({
    'answers 500': { status: 500, body: { title: 'Out of order' } },
    'answers nonsense': { status: 200, body: { status: 'PAID' } },
    'sends elsewhere': { status: 302, body: {} },
  })[trouble as string] ?? { status: 500, body: null };

/** Makes this process trust the played servers like a real authority; returns a function that undoes it. */
export function trustPlayed(): () => void {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, certificate.cert]);
  return () => setDefaultCACertificates(usual);
}

/** A self-signed, untrusted certificate for 127.0.0.1: it protects nothing. */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmchFc4h3G/gONtzW
ekJkgFR4vybNFRc1dvjgCcXhWs+hRANCAATwLVp5tTdH+mtP14KwGE3Q2nKJfEwk
X2GzNJTBXzBEjU1bE3KDT4hlkIz57VYQnIna1Y36W55hZh7hxEzxgdJs
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnjCCAUOgAwIBAgIUbhLgWm8xqdB9KgBd0SO1IHNgn3kwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKVm9uayB0ZXN0czAgFw0yNjExMjIyMzM3MDRaGA8yMTI2MTAy
OTIzMzcwNFowFTETMBEGA1UEAwwKVm9uayB0ZXN0czBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABPAtWnm1N0f6a0/XgrAYTdDacol8TCRfYbM0lMFfMESNTVsTcoNP
iGWQjPntVhCcidrVjfpbnmFmHuHETPGB0myjbzBtMB0GA1UdDgQWBBQJRWQ2Urnc
fwcWInaNKtnKCyoLoTAfBgNVHSMEGDAWgBQJRWQ2UrncfwcWInaNKtnKCyoLoTAa
BgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwDwYDVR0TAQH/BAUwAwEB/zAKBggq
hkjOPQQDAgNJADBGAiEAoQ8vtz0T6WOAmbkQ+INbFwPJ+AW5W6cMbTfKPU/xUq0C
IQDqNfdUR0B4MLW+ctQWmyQSxwT0aHAV5adIRLhDolHaDw==
-----END CERTIFICATE-----`,
};
