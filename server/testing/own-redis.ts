import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';

/** A Redis for one test, which can be stopped and restarted on the same port. */
export interface OwnRedis {
  url: string;
  start(): Promise<void>;
  /** Stops listening. */
  stop(): Promise<void>;
  /** Accepts connections and commands, but does not reply. */
  freeze(): void;
  thaw(): void;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const own: OwnRedis = {
    url,
    async start() {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
      child = spawn('redis-server', settings, { cwd: tmpdir(), stdio: 'ignore' });
      await answering(url);
    },
    async stop() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  await own.start();
  return own;
}

async function answering(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: (times) => (times < 100 ? 50 : null) });
  client.on('error', () => {});
  const isReady = await new Promise<boolean>((resolve) => {
    client.once('ready', () => resolve(true));
    client.once('end', () => resolve(false));
  });
  client.disconnect();
  if (!isReady) throw new Error('redis-server did not start within 5 s');
}
