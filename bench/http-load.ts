import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  body: Buffer;
  /** Bytes received since the connection was opened. */
  wireBytes: number;
}

/** Sends requests to one server over several keep-alive connections. */
export class HttpLoad {
  readonly #url: string;
  readonly #lanes: number;
  readonly #agent: Agent;

  constructor(url: string, lanes: number) {
    this.#url = url;
    this.#lanes = lanes;
    this.#agent = new Agent({ keepAlive: true, maxSockets: lanes });
  }

  async send({ method = 'GET', path = '/', headers = {}, body }: LoadRequest = {}): Promise<Answer> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers, agent: this.#agent };
      request(new URL(path, this.#url), options, resolve).once('error', reject).end(body);
    });
    const { socket } = response;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 0, body: Buffer.concat(chunks), wireBytes: socket.bytesRead };
  }

  /**
   * Keeps every lane busy for `ms`. Returns the number of responses and the seconds. Throws at the first response that
   * is not 2xx or fails `check`.
   */
  async sendFor(
    ms: number,
    make: () => LoadRequest,
    check: (answer: Answer) => boolean = () => true,
  ): Promise<{ answers: number; seconds: number }> {
    const startedAt = performance.now();
    let answers = 0;
    const lane = async () => {
      while (performance.now() - startedAt < ms) {
        const answer = await this.send(make());
        if (answer.status < 200 || answer.status > 299 || !check(answer)) {
          throw new Error(`${this.#url} answered ${answer.status}: ${answer.body.toString().slice(0, 200)}`);
        }
        answers += 1;
      }
    };
    await Promise.all(Array.from({ length: this.#lanes }, lane));
    return { answers, seconds: (performance.now() - startedAt) / 1000 };
  }

  /** Sends `perSecond` requests for `ms` without waiting for responses. Seconds: until the last response. */
  async offer(
    perSecond: number,
    ms: number,
    make: () => LoadRequest,
  ): Promise<{ answers: number; seconds: number }> {
    const startedAt = performance.now();
    const answers: Promise<void>[] = [];
    for (let due = startedAt; due < startedAt + ms; due += 1000 / perSecond) {
      await sleep(Math.max(0, due - performance.now()));
      answers.push(
        this.send(make()).then(({ status, body }) => {
          if (status !== 200)
            throw new Error(`${this.#url} answered ${status}: ${body.toString().slice(0, 200)}`);
        }),
      );
    }
    await Promise.all(answers);
    return { answers: answers.length, seconds: (performance.now() - startedAt) / 1000 };
  }

  close(): void {
    this.#agent.destroy();
  }
}
