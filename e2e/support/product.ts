import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/lib/processes.mjs';
import { until } from './started/until.ts';
import { copyTemplate } from './template/copy-template.ts';

const node24 = 'node_modules/node/bin/node';
/** Types are stripped and scripts compiled once for all starts. */
const COMPILED = 'node_modules/.cache/products';
/** Gives the product's process a clock that its parent sets. */
const CLOCK = './e2e/support/started/clock.mjs';
const execute = promisify(execFile);
/** Characters that are kept of what a product says. */
const SAID_MAX = 20_000;

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
  /** Variables of docs/operate.md, or what they are at a port. */
  environment?: Record<string, string> | ((port: number) => Record<string, string>);
  /** Whether `setClock` and `passTime` are to be possible. */
  ownClock?: boolean;
  /** What is started in the place of `server/main.ts`. */
  entry?: string;
  /** Where the product lies; the repository itself unless told. */
  folder?: string;
  /** Programs that start the product in their place, such as `unshare`. */
  through?: readonly string[];
}

/** A whole product of a test's own: process, port and data folder. */
export interface OwnProduct {
  url: string;
  dataDir: string;
  /** Of the process that runs; 0 when none does. */
  pid(): number;
  /** Starts it unless it runs, and waits until it takes traffic. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end; answers the exit code (null when killed). */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /**
   * A second process on the same port and folder, by way of the programs in `through`; answers how it ended and what it
   * said on stderr.
   */
  startSecond(through?: readonly string[]): Promise<{ code: number | null; told: string }>;
  /** Sets its clock to `time`; the clock goes on from there. */
  setClock(time: Date): Promise<void>;
  /** Sets its clock forward, also across a restart. Media is counted by a clock that this does not move. */
  passTime(seconds: number): Promise<void>;
  /** What the process that was started last has logged and told, its end at least. */
  said(): string;
  /** Audits the books of the stopped product. */
  books(): Promise<Books>;
  remove(): Promise<void>;
}

/** Copies the run's template; `start` starts the built site on it. */
export async function createOwnProduct(options: ProductOptions = {}): Promise<OwnProduct> {
  const port = options.port ?? (await freePort());
  const dataDir = await copyTemplate();
  const { environment: told } = options;
  const environment = typeof told === 'function' ? told(port) : told;
  const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  // Runners have variables of these names, too.
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILED,
    ...{ MODE: 'demo', HOST: '127.0.0.1', ...environment, ...own },
  };
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let said = '';
  /** ms that the product's clock is ahead. */
  let ahead = 0;
  const moveClock = async (ms: number): Promise<void> => {
    if (!child?.connected) throw new Error('no product with a clock of its own runs');
    ahead = ms;
    const heard = once(child, 'message');
    child.send({ ahead });
    await heard;
  };
  const launch = (through: readonly string[] = options.through ?? []): ChildProcess => {
    const [program = '', ...rest] = [
      ...through,
      node24,
      ...(options.ownClock ? ['--import', CLOCK] : []),
      options.entry ?? 'server/main.ts',
    ];
    return spawn(program, rest, {
      cwd: options.folder,
      env: options.ownClock ? { ...env, CLOCK_AHEAD: String(ahead) } : env,
      stdio: ['ignore', 'pipe', 'pipe', ...(options.ownClock ? ['ipc' as const] : [])],
    });
  };
  const killChild = () => child?.kill('SIGKILL');
  // A run that is broken off leaves nobody behind.
  process.once('exit', killChild);

  const product: OwnProduct = {
    url,
    dataDir,
    pid: () => child?.pid ?? 0,
    async start() {
      if (child) return;
      const started = launch();
      child = started;
      said = '';
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (part: Buffer) => {
          said = (said + part.toString()).slice(-SAID_MAX);
        });
      const hasEnded = () => started.exitCode !== null || started.signalCode !== null;
      const isReady = () => fetch(`${url}/readyz`).then((answer) => answer.ok);
      await until(async () => hasEnded() || (await isReady()), 120_000).catch((cause: unknown) => {
        throw new Error(`the product was not ready in time: ${said}`, { cause });
      });
      if (hasEnded()) throw new Error(`the product ended while starting: ${said}`);
    },
    said: () => said,
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
    async startSecond(through) {
      const second = launch(through);
      let told = '';
      // Nobody reads its log: a full pipe would hold it.
      second.stdout?.resume();
      second.stderr?.on('data', (part: Buffer) => {
        told += part.toString();
      });
      // One that is let in would stay: that is a failure to be told, not to be waited for.
      const tooLong = setTimeout(() => second.kill('SIGKILL'), 100_000);
      const [code] = await once(second, 'exit');
      clearTimeout(tooLong);
      return { code: code as number | null, told };
    },
    setClock: (time) => moveClock(time.getTime() - Date.now()),
    passTime: (seconds) => moveClock(ahead + seconds * 1000),
    async books() {
      const { stdout } = await execute(node24, ['scripts/admin.ts', 'ledger', 'check', '--keys'], {
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
