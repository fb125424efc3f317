import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FromMedia, ToMedia } from './messages.ts';

export type MediaHome = 'process' | 'thread';

/** ms that a media server is given to say goodbye to everybody. */
const patienceMs = 3000;

/** A running media server, seen from the product. */
export interface MediaChannel {
  send(message: ToMedia): void;
  /** Ends it, by force when it takes too long. */
  close(): Promise<void>;
  kill(): void;
}

interface Listeners {
  onMessage(message: FromMedia): void;
  /** Called once; `reason` for the log. */
  onExit(reason: Readonly<Record<string, unknown>>): void;
}

const script = new URL('./media-server.ts', import.meta.url);

function openProcess({ onMessage, onExit }: Listeners): MediaChannel {
  // Frames and pictures are bytes, which JSON would not carry.
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
