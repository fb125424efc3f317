import type { EventEmitter } from 'node:events';
import { pageScope } from '#server/site/page-host.ts';
import type { Product } from './product.ts';

/** Exit code of sysexits: an internal software error. */
const EX_SOFTWARE = 70;
/** ms after which a hanging drain is cut off. */
const GIVE_UP_MS = 20_000;

export type GuardedProcess = Pick<EventEmitter, 'on'> & { exit(code: number): void };

/**
 * Drains once, on a signal (exit code 0) or an uncaught error (EX_SOFTWARE): the state is unknown after it. Later
 * rejections of a failed page are only logged; they hold no state.
 */
export function guardProcess(process: GuardedProcess, { log, drain }: Pick<Product, 'log' | 'drain'>): void {
  let stopping = false;
  const stop = (code: number): void => {
    // Ctrl+C sends SIGINT twice, from the terminal and from npm: the second must not cut the drain short.
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code || EX_SOFTWARE), GIVE_UP_MS).unref();
    drain()
      .catch((error: unknown) => log.error({ err: error }, 'The drain failed'))
      .finally(() => process.exit(code));
  };
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, 'Uncaught error');
    stop(EX_SOFTWARE);
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', (error: unknown) => {
    const page = pageScope.getStore();
    if (page) log.error({ err: error, ...page }, 'A part of a page failed as well');
    else fail(error);
  });
}
