import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FromMedia, ToMedia } from './messages.ts';

export type MediaHome = 'process' | 'thread';

/** ms that a media server has to close its sessions before it is killed. */
const patienceMs = 3000;

/** The product's connection to a running media server. */
export interface MediaChannel {
  send(message: ToMedia): void;
  /** Asks it to end and kills it after `patienceMs`. */
  close(): Promise<void>;
  kill(): void;
}

interface Listeners {
  onMessage(message: FromMedia): void;
  /** Called once; `reason` is for the log. */
  onExit(reason: Readonly<Record<string, unknown>>): void;
}

const script = new URL('./media-server.ts', import.meta.url);

function openProcess({ onMessage, onExit }: Listeners): MediaChannel {
  // Pictures are bytes, which JSON cannot carry.
  const child = fork(script, { execArgv: [], serialization: 'advanced' });
  child.on('message', (message) => onMessage(message as FromMedia));
  child.on('error', () => undefined);
  child.once('exit', (code, signal) => onExit({ code, signal }));
  const send = (message: ToMedia) => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    send,
    kill: () => void child.kill('SIGKILL'),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      send({ kind: 'close' });
      const force = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

function openThread({ onMessage, onExit }: Listeners): MediaChannel {
  const worker = new Worker(script, { execArgv: [] });
  let error: unknown;
  let hasExited = false;
  worker.on('message', (message) => onMessage(message as FromMedia));
  worker.on('error', (cause) => {
    error = cause;
  });
  worker.once('exit', (code) => {
    hasExited = true;
    onExit({ code, ...(error ? { error } : {}) });
  });
  return {
    send: (message) => worker.postMessage(message),
    kill: () => void worker.terminate(),
    close: async () => {
      if (hasExited) return;
      const exited = once(worker, 'exit');
      worker.postMessage({ kind: 'close' } satisfies ToMedia);
      const force = setTimeout(() => void worker.terminate(), patienceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

export function openChannel(home: MediaHome, listeners: Listeners): MediaChannel {
  return home === 'process' ? openProcess(listeners) : openThread(listeners);
}

/** ms until a question times out; long enough for a media server that is still starting. */
const answerMs = 20_000;

/** Pending questions; each resolves to `without` on timeout or when the other side has ended. */
export class Questions<Answer> {
  readonly #open = new Map<number, (answer: Answer) => void>();
  readonly #without: Answer;
  #lastId = 0;

  constructor(without: Answer) {
    this.#without = without;
  }

  ask(send: (id: number) => void): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => this.answer(id, this.#without), answerMs).unref();
      this.#open.set(id, (answer) => {
        clearTimeout(tooLong);
        resolve(answer);
      });
      send(id);
    });
  }

  answer(id: number, answer: Answer): void {
    this.#open.get(id)?.(answer);
    this.#open.delete(id);
  }

  giveUp(): void {
    for (const id of this.#open.keys()) this.answer(id, this.#without);
  }
}
