// @ts-check
// Finds and ends every process that a test run started, including grandchildren in other groups.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './toolchain.mjs';

/** An environment variable inherited by all child processes, to find leftovers. */
const mark = `VONK_TEST_RUN=${process.pid}-${Date.now()}`;
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Starts a command as the leader of its own process group.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const [name = '', value] = mark.split('=');
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    ...options,
    env: { ...(options.env ?? process.env), [name]: value },
    detached: true,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { minutes?: number, onLine?: (line: string) => void,
 *   onStart?: (pid: number) => void }} [options]
 *   `minutes`: timeout; `onLine` gets the output, which otherwise goes to the terminal
 * @returns {Promise<number>} exit code; 1 if it could not start or timed out
 */
export async function runToEnd(command, args, { minutes = 60, onLine, onStart, ...options } = {}) {
  const child = start(command, args, onLine ? { ...options, stdio: ['ignore', 'pipe', 'pipe'] } : options);
  if (child.pid) onStart?.(child.pid);
  for (const input of onLine ? [child.stdout, child.stderr] : [])
    if (input && onLine) createInterface({ input }).on('line', onLine);
  const timer = setTimeout(() => {
    console.error(`${command} ${args.join(' ')}: killed after ${minutes.toFixed(1)} minutes.`);
    signalGroup(child, 'SIGKILL');
  }, minutes * 60_000);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  clearTimeout(timer);
  return code;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group is gone.
  }
}

/** @returns {number[]} processes with our mark (Linux only; elsewhere only the groups are ended) */
function marked() {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** SIGTERM first; SIGKILL after three seconds. */
export async function endAll() {
  for (const child of running) signalGroup(child, 'SIGTERM');
  for (let waited = 0; waited < 3000 && marked().length > 0; waited += 100) await sleep(100);
  for (const child of running) signalGroup(child, 'SIGKILL');
  for (const pid of marked()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** @returns {Promise<number>} a free port */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Sends a line to a TCP service and returns the first data it sends.
 * @param {{ host: string, port: number }} where
 * @param {string} line
 * @returns {Promise<string>} empty without an answer within a second
 */
export function ask(where, line) {
  return new Promise((resolve) => {
    const socket = connect(where);
    const end = (/** @type {string} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => end(''));
    socket.once('error', () => end(''));
    socket.once('connect', () => socket.write(line));
    socket.once('data', (data) => end(data.toString()));
  });
}
