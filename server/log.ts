import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#server/config/config.ts';

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
}

/** Maximum depth of logged `cause`s. */
const DEPTH = 4;

/** Name, message and stack only: failed queries contain their values, such as e-mail addresses, hashes and tokens. */
function describeError(error: unknown, depth = DEPTH): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: error.message.split('\nparams:')[0] ?? '',
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...code,
    ...(cause !== undefined && depth > 0 ? { cause: describeError(cause, depth - 1) } : {}),
  };
}

/**
 * Errors logged as `err` lose their values (describeError). URLs logged as `url` lose their query, which may contain a
 * token.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  // Pino has another name for the most verbose level.
  const options = {
    level: level === 'verbose' ? 'trace' : level,
    serializers: {
      err: (error: unknown) => describeError(error),
      url: (url: unknown) => String(url).split('?', 1)[0],
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
