/** Of the system: nobody there, or no room left on the disk. */
const systemCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOSPC', 'EDQUOT', 'EROFS'],
]);

/**
 * Of PostgreSQL: connection lost (08), out of disk, memory or connections (53), broken off because it took too long or
 * the server stops (57), a disk that fails (58).
 */
const POSTGRES_CODE = /^(?:08|53|57|58)[0-9A-Z]{3}$/;

/** Of pg and PGlite, which give these no code. */
const MESSAGE =
  /connection terminated|timeout (?:expired|exceeded)|query read timeout|not queryable|PGlite is closed|calling end on the pool/i;

/** Whether an error means that the store cannot do its work now: it is away, hangs, or has no room. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (systemCodes.has(error.code) || POSTGRES_CODE.test(error.code)) return true;
  }
  return MESSAGE.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause));
}
