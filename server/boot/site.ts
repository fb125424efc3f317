import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import compression from 'compression';
import type { App } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createAddressReader } from '#server/http/address.ts';

export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>;

/** What a visitor's request carries on to the calls its page makes. */
const passedOn = ['cookie', 'user-agent', 'accept-language'] as const;

/** The built site. Its pages make their calls straight into the app, as the visitor. */
export async function openSite(config: Config, app: App): Promise<SiteHandler> {
  const entry = pathToFileURL(resolve('dist/server/entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: AstroHandler };
  const addressOf = createAddressReader(config.trustedProxies);
  return async (request, response) => {
    const address = addressOf(request.socket.remoteAddress, headerOf(request, 'x-forwarded-for'));
    const requestId = headerOf(request, 'x-request-id')?.slice(0, 64) ?? randomUUID();
    const locals = {
      requestId,
      origin: config.publicUrl,
      apiKey: config.apiKey,
      transport: (call: Request) => {
        const headers = new Headers(call.headers);
        for (const name of passedOn) {
          const value = headerOf(request, name);
          if (value !== undefined) headers.set(name, value);
        }
        headers.set('api-key', config.apiKey);
        headers.set('x-request-id', requestId);
        return Promise.resolve(app.fetch(new Request(call, { headers }), { internal: true, address }));
      },
    };
    response.setHeader('x-request-id', requestId);
    await compressed(request, response);
    await handler(request, response, (error) => endUnanswered(response, error), locals);
  };
}

const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** From here on the answer is compressed as the visitor's browser takes it. */
const compressed = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
  new Promise((done) => compress(request, response, done));

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** The site leaves a request unanswered only when no page and no error page could be made. */
function endUnanswered(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(error === undefined ? 404 : 500, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><title>Vonk</title><p>Er ging iets mis. <a href="/">Naar de homepage</a></p>');
}
