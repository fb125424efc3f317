import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';

const program = fileURLToPath(new URL('../../demo/run.ts', import.meta.url));
/** Outside the data folder: clips depend on the code only, and drawing them takes a minute of processor time. */
const clips = 'node_modules/.cache/vonk/clips';
/** ms before a cast that stopped is restarted; doubles up to the longest. */
const RESTART_MS = 1000;
const LONGEST_RESTART_MS = 30_000;

/** Runs the demo cast in its own process, as external encoders would be, and restarts it when it ends. */
export function startCast(config: Config, url: string, log: Logger): () => Promise<void> {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let wait = RESTART_MS;
  let stopped = false;

  const start = (): void => {
    const startedAt = performance.now();
    child = fork(program, [], {
      env: {
        ...process.env,
        CAST_URL: url,
        CAST_API_KEY: config.apiKey,
        CAST_CACHE: clips,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('exit', (code) => {
      child = null;
      if (stopped) return;
      if (performance.now() - startedAt > LONGEST_RESTART_MS) wait = RESTART_MS;
      log.warn({ code, wait }, 'The demo cast stopped and is restarted');
      timer = setTimeout(start, wait);
      wait = Math.min(wait * 2, LONGEST_RESTART_MS);
    });
  };
  start();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    const running = child;
    if (!running) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    const tooLong = setTimeout(() => running.kill('SIGKILL'), 3000);
    await gone;
    clearTimeout(tooLong);
  };
}
