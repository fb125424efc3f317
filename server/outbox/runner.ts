import type { Logger } from 'pino';
import { type OutboxDeps, runDueWork } from './run-due-work.ts';

export interface OutboxRunner {
  /** Runs soon. No effect before `start`, which finds due work itself. */
  wake(): void;
  start(deps: OutboxDeps): void;
  /** Waits for the current piece. */
  stop(): Promise<void>;
}

/** ms between two checks, for retries and for work added by other nodes. */
const LOOK_EVERY = 2000;

export function createOutboxRunner(log: Logger, lookEvery = LOOK_EVERY): OutboxRunner {
  let deps: OutboxDeps | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;

  const run = async (using: OutboxDeps): Promise<void> => {
    do {
      again = false;
      await runDueWork(using).catch((error: unknown) =>
        log.warn({ err: error }, 'The outbox could not be processed'),
      );
    } while (again && deps);
  };
  const wake = (): void => {
    if (!deps) return;
    if (running) {
      again = true;
      return;
    }
    running = run(deps).finally(() => {
      running = null;
    });
  };
  return {
    wake,
    start(using) {
      deps = using;
      timer = setInterval(wake, lookEvery);
      wake();
    },
    async stop() {
      deps = null;
      clearInterval(timer);
      await running;
    },
  };
}
