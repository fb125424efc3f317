import { reloadOnce } from './start/failures.ts';

/** Index of a level in `logLevels` (contract/site/configuration.ts); a level above the page's is not logged. */
const WARN = 1;

const pageLevel = (): number =>
  // Some store tests run without a document.
  Number(globalThis.document?.documentElement.dataset['logLevel'] ?? WARN);

const at =
  (level: number, method: 'error' | 'warn' | 'info' | 'debug') =>
  (text: string, detail: unknown = ''): void => {
    // biome-ignore lint/suspicious/noConsole: the one place that writes to it
    if (level <= pageLevel()) console[method](text, detail);
  };

/**
 * The browser's log, with the level of `BROWSER_LOG_LEVEL`, which every page carries. `detail` is a label, a name or an
 * error of the browser: never a password, token, e-mail address or message text.
 */
export const log = {
  error: at(0, 'error'),
  warn: at(WARN, 'warn'),
  info: at(2, 'info'),
  debug: at(3, 'debug'),
  verbose: at(4, 'debug'),
};

/** Handles a page part that failed to load: reloads once, after that the page works without the part. */
export function partFailed(reason: unknown): void {
  log.error('A part of the page could not be loaded', reason);
  reloadOnce(reason);
}
