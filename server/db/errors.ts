/** Code of an error or of its cause, from PostgreSQL or the system; null if there is none. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

/** Whether the database refused a row because of a unique constraint. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505';

/** System errors: no connection, or no space on the disk. */
const systemCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
]);

/**
 * PostgreSQL errors: connection lost (08), out of disk, memory or connections (53), cancelled by a timeout or a
 * stopping server (57), disk failure (58).
 */
const POSTGRES_CODE = /^(?:08|53|57|58)[0-9A-Z]{3}$/;

/** Errors of pg and PGlite that have no code. */
const MESSAGE =
  /connection terminated|timeout (?:expired|exceeded)|query read timeout|not queryable|PGlite is closed|calling end on the pool/i;

/** Whether the database is unavailable now: unreachable, hanging, or out of space. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (systemCodes.has(error.code) || POSTGRES_CODE.test(error.code)) return true;
  }
  return MESSAGE.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause));
}
