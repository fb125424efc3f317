import { EventEmitter } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { RenderedPage } from './page-entry.ts';

/** What the site's handler asks of a request that comes over no connection: a GET without a body. */
class PageRequest extends EventEmitter {
  readonly method = 'GET';
  readonly socket = {};
  url: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    super();
    this.url = url;
    this.headers = headers;
  }
}

/** Takes an answer in instead of sending it; as much of a response as the site's handler uses. */
class PageAnswer extends EventEmitter {
  readonly #headers: Record<string, string | string[] | number | undefined> = {};
  readonly #chunks: Buffer[] = [];
  statusCode = 200;
  statusMessage = '';
  headersSent = false;

  setHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value;
  }

  getHeaderNames(): string[] {
    return Object.keys(this.#headers);
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    this.headersSent = true;
    this.statusCode = status;
    for (const [name, value] of Object.entries(headers)) this.#headers[name.toLowerCase()] = value;
    return this;
  }

  write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    );
    return true;
  }

  end(chunk?: Uint8Array | string): void {
    if (chunk !== undefined) this.write(chunk);
    this.headersSent = true;
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    this.emit('page', { status: this.statusCode, headers: this.#headers, body } satisfies RenderedPage);
  }

  destroy(error: Error = new Error('the page broke off')): void {
    this.emit('error', error);
  }
}

export interface PageVisit {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Has a handler made for node's server answer a GET that nobody sent, and takes the answer in. */
export function takeIn(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  { url, headers }: PageVisit,
): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const answer = new PageAnswer();
    answer.once('page', resolve);
    answer.once('error', reject);
    handler(new PageRequest(url, headers) as unknown as IncomingMessage, answer as unknown as ServerResponse);
  });
}
