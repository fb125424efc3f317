import { Worker } from 'node:worker_threads';
import type { PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';

const NAME = 'kept';
const entry = new URL('kept-worker.ts', import.meta.url);

/** One thread for all runs; replaced only if it dies. */
let kept: Worker | null = null;

/**
 * A thread that outlives a run. Stryker starts a run per mutation, and Vitest's own threads end with it: loading the
 * server again takes ten times as long as the tests.
 */
export const keptPool: PoolRunnerInitializer = {
  name: NAME,
  createPoolWorker: ({ env, execArgv }): PoolWorker => {
    const listeners: [string, (arg: unknown) => void][] = [];
    const thread = (): Worker => {
      if (!kept) throw new Error('The thread was not started');
      return kept;
    };
    const tell = (message: unknown) => {
      for (const [event, listener] of listeners) if (event === 'message') listener(message);
    };
    return {
      name: NAME,
      async start() {
        if (kept) return;
        const started = new Worker(entry, { env, execArgv });
        started.once('exit', () => {
          kept = null;
        });
        kept = started;
      },
      // The thread stays: see `send`.
      async stop() {
        for (const [event, listener] of listeners) kept?.off(event, listener);
        kept?.unref();
      },
      send(message: WorkerRequest) {
        if (message.type === 'stop') tell({ type: 'stopped', __vitest_worker_response__: true });
        else thread().postMessage(message);
      },
      on(event, listener) {
        listeners.push([event, listener]);
        thread().on(event, listener);
      },
      off(event, listener) {
        const at = listeners.findIndex(([one, known]) => one === event && known === listener);
        if (at >= 0) listeners.splice(at, 1);
        kept?.off(event, listener);
      },
      deserialize: (data) => data,
    };
  },
};
