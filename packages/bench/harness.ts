import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Memory, OpenResources } from './memory.ts';
import { type BenchRow, textOf } from './row.ts';

/** Uses short windows to check that everything runs; the figures are meaningless. */
export const quick = process.argv.includes('--quick');

/** The value of `--name=value` on the command line. */
export const option = (name: string, fallback: string): string =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=', 2)[1] ?? fallback;

const probe = new URL('probe.ts', import.meta.url).href;
/** ms that a server has to end by itself. */
const PATIENCE_MS = 5000;

/** Whether server and load have separate CPUs. */
export const pinned = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Moves this process (the load) and its children off the servers' CPU. */
export function pinLoad(): void {
  if (pinned) spawnSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
}

const closers: (() => Promise<unknown>)[] = [];

let stopped = false;

/** Closes everything in reverse order, then ends the remaining processes. */
export async function endBench(): Promise<void> {
  // After a signal the process is about to end: a benchmark must not report the failure that this causes.
  if (stopped) await new Promise(() => {});
  await closeAll();
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch(console.error);
  await endAll();
}

export function atEnd(close: () => Promise<unknown>): void {
  closers.push(close);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopped = true;
    void closeAll().then(() => process.exit(130));
  });
}

/** A temporary folder, removed at the end. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-bench-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server in a separate process, alone on its CPU. */
export interface BenchServer {
  /** The next message from the server; rejects if it ends first. */
  next<Message>(): Promise<Message>;
  /** Sends a message and waits for the response; one at a time. */
  ask<Answer>(question: object | string): Promise<Answer>;
  /** Sends a message without a response. */
  tell(message: object): void;
  /** CPU seconds used so far, by all threads. */
  cpuSeconds(): Promise<number>;
  resources(): Promise<{ memory: Memory; open: OpenResources }>;
  /** Kills it, so that it cannot clean up. */
  kill(): Promise<void>;
}

export function startServer(script: string, settings: Record<string, string> = {}): BenchServer {
  const command = [process.execPath, '--import', probe, script];
  const [program = '', ...rest] = pinned ? ['taskset', '-c', '0', ...command] : command;
  const child = start(program, rest, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
  const ended = once(child, 'exit');
  const died = ended.then(() => Promise.reject(new Error(`${script} ended before its measurement`)));
  died.catch(() => {});
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function kill(): Promise<void> {
    if (hasEnded()) return;
    signalGroup(child, 'SIGKILL');
    await ended;
  }
  atEnd(async () => {
    if (hasEnded()) return;
    signalGroup(child, 'SIGTERM');
    await Promise.race([ended, sleep(PATIENCE_MS)]);
    await kill();
  });

  async function next<Message>(): Promise<Message> {
    const [message] = await Promise.race([once(child, 'message'), died]);
    return message as Message;
  }
  function ask<Answer>(question: object | string): Promise<Answer> {
    const answer = next<Answer>();
    child.send(question);
    return answer;
  }
  return {
    next,
    ask,
    tell: (message) => void child.send(message),
    cpuSeconds: async () => (await ask<{ cpuSeconds: number }>('cpu')).cpuSeconds,
    resources: () => ask('resources'),
    kill,
  };
}

/** Work done per CPU second of the server. */
export async function perCpuSecond(server: BenchServer, work: () => Promise<number>): Promise<number> {
  const before = await server.cpuSeconds();
  const done = await work();
  return done / ((await server.cpuSeconds()) - before);
}

/** Runs one benchmark: `npx node bench/pages/home.ts --quick`. */
export async function alone(run: () => Promise<BenchRow[]>): Promise<void> {
  pinLoad();
  try {
    for (const row of await run()) console.log(textOf(row));
  } finally {
    await endBench();
  }
  process.exit();
}

/** Runs one soak test, prints its errors, and fails the process if there are any. */
export async function judged(soak: () => Promise<string[]>): Promise<never> {
  pinLoad();
  const faults = await soak().catch((error: unknown) => [String(error)]);
  await endBench();
  for (const fault of faults) console.error(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}

const running = new Set<ChildProcess>();

/** Starts a program as the leader of its own process group. */
export function start(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Ends every running group: SIGTERM, and SIGKILL after three seconds. */
export async function endAll(): Promise<void> {
  for (const child of running) signalGroup(child, 'SIGTERM');
  for (let waited = 0; waited < 3000 && running.size > 0; waited += 100) await sleep(100);
  for (const child of running) signalGroup(child, 'SIGKILL');
}
