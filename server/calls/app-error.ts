import { AppError, labelOf } from '#contract/errors.ts';

const offline = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  '57P01',
  '57P03',
  '08006',
  '08001',
]);

/** Whether an error means that the database cannot be reached. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && offline.has(error.code)) return true;
  if (/connection terminated|timeout exceeded when trying to connect|PGlite is closed/i.test(error.message))
    return true;
  return error.cause !== undefined && isUnavailable(error.cause);
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isUnavailable(error) ? 'UNAVAILABLE' : labelOf(error), { cause: error });
}
