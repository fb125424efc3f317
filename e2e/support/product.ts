import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/lib/processes.mjs';
import { copyTemplate } from './template.ts';

const node24 = 'node_modules/node/bin/node';
const execute = promisify(execFile);

/** What the audit prints of a stopped product's books. */
export interface Books {
  faults: unknown[];
  total: number;
  negative: number;
  keys: string[];
}

interface ProductOptions {
  /** A free one unless told. */
  port?: number;
  /** Variables of docs/operate.md. */
  environment?: Record<string, string>;
}

/** A whole product of a test's own: process, port and data folder. */
export interface OwnProduct {
  url: string;
  dataDir: string;
  /** Starts it unless it runs, and waits until it takes traffic. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end; answers the exit code (null when killed). */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** A second process on the same folder; answers how it ended. */
  startSecond(): Promise<{ code: number | null; told: string }>;
  /** Audits the books of the stopped product. */
  books(): Promise<Books>;
  remove(): Promise<void>;
}

/** Copies the run's template; `start` starts the built site on it. */
export async function createOwnProduct(options: ProductOptions = {}): Promise<OwnProduct> {
  const port = options.port ?? (await freePort());
  const dataDir = await copyTemplate();
  const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  // Runners have variables of these names, too.
  const env = { ...process.env, MODE: 'demo', HOST: '127.0.0.1', ...options.environment, ...own };
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  const launch = (): ChildProcess =>
    spawn(node24, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const killChild = () => child?.kill('SIGKILL');
  // A run that is broken off leaves nobody behind.
  process.once('exit', killChild);

  const product: OwnProduct = {
    url,
    dataDir,
    async start() {
      if (child) return;
      const started = launch();
      child = started;
      let told = '';
      started.stderr?.on('data', (part: Buffer) => {
        told += part.toString();
      });
      await until(() => {
        if (started.exitCode !== null) throw new Error(`the product ended while starting: ${told}`);
        return fetch(`${url}/readyz`).then((answer) => answer.ok);
      }, 120_000);
    },
    async end(signal) {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null)
        return running?.exitCode ?? null;
      const ended = once(running, 'exit');
      running.kill(signal);
      const [code] = await ended;
      child = null;
      return code as number | null;
    },
    async startSecond() {
      const second = launch();
      let told = '';
      second.stderr?.on('data', (part: Buffer) => {
        told += part.toString();
      });
      // One that is let in would stay: that is a failure to be told, not to be waited for.
      const tooLong = setTimeout(() => second.kill('SIGKILL'), 20_000);
      const [code] = await once(second, 'exit');
      clearTimeout(tooLong);
      return { code: code as number | null, told };
    },
    async books() {
      const { stdout } = await execute(node24, ['scripts/check-books.ts', '--keys'], {
        env,
        maxBuffer: 1 << 26,
      });
      return JSON.parse(stdout) as Books;
    },
    async remove() {
      await product.end('SIGKILL');
      process.off('exit', killChild);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return product;
}

/** Asks again and again until the answer is yes; a question that is refused is a no. */
async function until(question: () => Promise<boolean>, limit = 30_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await question().catch(() => false))) {
    if (Date.now() > end) throw new Error('it did not come true in time');
    await sleep(200);
  }
}

export interface Answer<Body> {
  status: number;
  body: Body;
}

/** An outside client of the API, with the token of one member. */
export class ApiClient {
  readonly #url: string;
  #token: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async send<Body>(method: string, path: string, input?: object): Promise<Answer<Body>> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'api-key': 'vonk-web',
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      ...(input ? { body: JSON.stringify(input) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async logIn(username: string, password: string): Promise<void> {
    const { body } = await this.send<{ token: string }>('POST', '/api/member/login', { username, password });
    this.#token = body.token;
  }

  async credits(): Promise<number> {
    return (await this.send<{ credits: number }>('GET', '/api/member/credits')).body.credits;
  }

  /** The username of a performer who is in free chat now. */
  async waitForFreeChat(): Promise<string> {
    let found = '';
    await until(async () => {
      const { body } = await this.send<{ result: { username: string }[] }>(
        'GET',
        '/api/engine/performers?filter[status][]=free',
      );
      found = body.result[0]?.username ?? '';
      return found !== '';
    }, 60_000);
    return found;
  }

  /** Joins a performer's chat; answers the auth. */
  async join(performer: string): Promise<string> {
    const asked = await this.send<{ token: string }>('POST', '/api/member/chat/join', { performer });
    const joined = await this.send<{ auth: string }>('POST', '/api/chat/chat/join', {
      'x-chat': asked.body.token,
    });
    return joined.body.auth;
  }

  tip(auth: string, amount: number, clientId: string = randomUUID()): Promise<Answer<{ credits?: number }>> {
    const data = { amount, message: '', isPublic: false };
    return this.send('POST', '/api/chat/chat/action', {
      action: 'tip',
      auth,
      recipient: 'host',
      clientId,
      data,
    });
  }

  /** Opens a payment and lets the sandbox's payer pay it; answers the payment's id. */
  async buy(bundle: string): Promise<string> {
    const { body } = await this.send<{ payment: string; redirectUrl: string }>(
      'POST',
      '/api/member/payment/session',
      {
        bundle,
        paymentMethod: '10',
        returnUrl: 'home',
        device: 'desktop',
        consent: true,
        requestKey: randomUUID(),
      },
    );
    await fetch(new URL(body.redirectUrl, this.#url), {
      method: 'POST',
      headers: { origin: this.#url, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=paid',
      redirect: 'manual',
    });
    return body.payment;
  }

  async isBooked(payment: string): Promise<boolean> {
    const { body } = await this.send<{ status: string }>('GET', `/api/member/payment/${payment}`);
    return body.status === 'success';
  }
}
