import type { EventEmitter } from 'node:events';
import type { Product } from './product.ts';

/** A mistake of ours that nothing caught (sysexits EX_SOFTWARE). */
const EX_SOFTWARE = 70;
/** A drain that hangs is given up after this long, in ms. */
const GIVE_UP_MS = 20_000;

/** The process as far as this asks for it. */
export type GuardedProcess = Pick<EventEmitter, 'on'> & { exit(code: number): void };

/**
 * Drains once when the process is told to stop, or when an error reached nobody: after that nothing is known of its
 * state. Signals end it with 0, errors with EX_SOFTWARE.
 */
export function guardProcess(process: GuardedProcess, { log, drain }: Pick<Product, 'log' | 'drain'>): void {
  let stopping = false;
  const stop = (code: number): void => {
    // Ctrl+C arrives twice, from the terminal and from npm: the second must not cut the drain short.
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code || EX_SOFTWARE), GIVE_UP_MS).unref();
    drain()
      .catch((error: unknown) => log.error({ err: error }, 'the drain failed'))
      .finally(() => process.exit(code));
  };
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, 'an error reached nobody');
    stop(EX_SOFTWARE);
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
