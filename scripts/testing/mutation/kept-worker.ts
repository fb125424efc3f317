import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

if (!parentPort) throw new Error('Must run in a worker thread of kept-pool.ts');
const port = parentPort;

type Listener = (message: unknown) => void;
/** Listeners of Vitest and of the current run, which replaces that of the previous run. */
const listeners: Listener[] = [];

init({
  post: (response) => port.postMessage(response),
  on: (listener: Listener) => {
    const [first, earlier] = listeners;
    if (first && earlier) {
      port.off('message', earlier);
      listeners.length = 1;
    }
    listeners.push(listener);
    port.on('message', listener);
  },
  off: (listener: Listener) => port.off('message', listener),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
