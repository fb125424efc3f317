import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/lib/processes.mjs';
import { until } from './started/until.ts';
import { copyTemplate } from './template/copy-template.ts';

export { freePort };

const node24 = 'node_modules/node/bin/node';
/** Types are stripped and scripts compiled once for all starts. */
const COMPILED = 'node_modules/.cache/products';
/** Compiles only the functions of PGlite that are called. */
const LAZY = '--wasm-lazy-compilation';
/** Module that lets the parent set the product's clock. */
const CLOCK = './e2e/support/started/clock.mjs';
const ADMIN_LINES = 'scripts/testing/admin-lines.ts';
const execute = promisify(execFile);
/** Maximum characters kept of a product's output. */
const OUTPUT_MAX = 20_000;

/** The audit's output for a stopped product. */
export interface Books {
  faults: unknown[];
  total: number;
  negative: number;
  keys: string[];
}

interface ProductOptions {
  /** A free port by default. */
  port?: number;
  /** Variables of docs/variables.md, or a function of the port that returns them. */
  environment?: Record<string, string> | ((port: number) => Record<string, string>);
  /** Serves the desk at a port of its own. */
  ownDesk?: boolean;
  /** Enables `setClock` and `passTime`. */
  ownClock?: boolean;
  /** Module to start instead of `server/main.ts`. */
  entry?: string;
  /** Folder of the product; the repository by default. */
  folder?: string;
  /** Wrapper programs that exec the product, such as `unshare`. */
  through?: readonly string[] | undefined;
}

/** A whole product for a test: process, port and data folder. */
export interface OwnProduct {
  url: string;
  /** With `ownDesk`, else the same. */
  deskUrl: string;
  dataDir: string;
  /** Process id; 0 if it is not running. */
  pid(): number;
  /** Starts it unless it runs, and waits until it is ready. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end; returns the exit code (null if killed). */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /**
   * Starts a second process on the same port and folder, wrapped in the programs of `through`; returns its exit code
   * and stderr.
   */
  startSecond(through?: readonly string[]): Promise<{ code: number | null; stderr: string }>;
  /** Sets its clock to `time`, from which it continues. */
  setClock(time: Date): Promise<void>;
  /** Sets its clock forward, also across a restart. Does not affect the clock that counts media. */
  passTime(seconds: number): Promise<void>;
  /** The end of the last process's output. */
  output(): string;
  /** Runs `npm run admin` on the stopped product; returns its output. */
  admin(...args: string[]): Promise<string>;
  /** Runs several lines of `admin` in one process. */
  adminLines(...lines: readonly (readonly string[])[]): Promise<string>;
  /** Audits the books of the stopped product. */
  books(): Promise<Books>;
  remove(): Promise<void>;
}

/** Variables of the process; overrides those of the same names that test runners set. */
function environmentOf(
  { environment }: ProductOptions,
  { port, deskPort, dataDir }: { port: number; deskPort: string; dataDir: string },
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILED,
    MODE: 'demo',
    HOST: '127.0.0.1',
    ...(typeof environment === 'function' ? environment(port) : environment),
    DESK_PORT: deskPort,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
}

/** Starts a process. `ahead`: ms by which its clock is ahead. */
function launch(options: ProductOptions, env: NodeJS.ProcessEnv, ahead: number): ChildProcess {
  const { through = [], ownClock = false, entry = 'server/main.ts', folder } = options;
  const clock = ownClock ? ['--import', CLOCK] : [];
  const [program = '', ...rest] = [...through, node24, LAZY, ...clock, entry];
  return spawn(program, rest, {
    cwd: folder,
    env: ownClock ? { ...env, CLOCK_AHEAD: String(ahead) } : env,
    stdio: ['ignore', 'pipe', 'pipe', ...(ownClock ? ['ipc' as const] : [])],
  });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function whenReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const isReady = () => fetch(`${url}/readyz`).then((answer) => answer.ok);
  await until(async () => hasEnded(child) || (await isReady()), 120_000).catch((cause: unknown) => {
    throw new Error(`the product was not ready in time: ${output()}`, { cause });
  });
  if (hasEnded(child)) throw new Error(`the product ended while starting: ${output()}`);
}

/** Waits for the end of a process that refuses to start; kills one that starts, which would run for ever. */
async function whenRefused(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  // Discards its log: a full pipe would block it.
  child.stdout?.resume();
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  // biome-ignore lint/plugin/sleeps: a limit
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 100_000);
  const [code] = await once(child, 'exit');
  clearTimeout(tooLong);
  return { code: code as number | null, stderr };
}

/** Copies the run's template; `start` starts the built site on it. */
export async function createOwnProduct(options: ProductOptions = {}): Promise<OwnProduct> {
  const port = options.port ?? (await freePort());
  const dataDir = await copyTemplate();
  const deskPort = options.ownDesk ? String(await freePort()) : '';
  const env = environmentOf(options, { port, deskPort, dataDir });
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  /** ms by which the product's clock is ahead. */
  let ahead = 0;
  const moveClock = async (ms: number): Promise<void> => {
    if (!child?.connected) throw new Error('no product with its own clock is running');
    ahead = ms;
    const heard = once(child, 'message');
    child.send({ ahead });
    await heard;
  };
  const runScript = async (...command: string[]): Promise<string> => {
    const { stdout } = await execute(node24, [LAZY, ...command], { env, maxBuffer: 1 << 26 });
    return stdout;
  };
  const killChild = () => child?.kill('SIGKILL');
  // An aborted run must not leave the process running.
  process.once('exit', killChild);

  const product: OwnProduct = {
    url,
    deskUrl: options.ownDesk ? `http://localhost:${deskPort}` : url,
    dataDir,
    pid: () => child?.pid ?? 0,
    async start() {
      if (child) return;
      child = launch(options, env, ahead);
      output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => {
          output = (output + part.toString()).slice(-OUTPUT_MAX);
        });
      await whenReady(child, url, () => output);
    },
    output: () => output,
    async end(signal) {
      const running = child;
      if (!running || hasEnded(running)) return running?.exitCode ?? null;
      const ended = once(running, 'exit');
      running.kill(signal);
      const [code] = await ended;
      child = null;
      return code as number | null;
    },
    startSecond: (through = options.through) => whenRefused(launch({ ...options, through }, env, ahead)),
    setClock: (time) => moveClock(time.getTime() - Date.now()),
    passTime: (seconds) => moveClock(ahead + seconds * 1000),
    admin: (...args) => runScript('scripts/admin.ts', ...args),
    adminLines: (...lines) => runScript(ADMIN_LINES, JSON.stringify(lines)),
    async books() {
      return JSON.parse(await product.admin('ledger', 'check', '--keys')) as Books;
    },
    async remove() {
      await product.end('SIGKILL');
      process.off('exit', killChild);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return product;
}
