import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 429 | 500 | 503;

const statuses: Partial<Record<ErrorLabel, Status>> = {
  'badRequest.unauthorized': 401,
  'badRequest.invalid.apiKey': 401,
  'badRequest.invalid.auth': 401,
  'badRequest.forbidden': 403,
  'badRequest.invalid.origin': 403,
  'badRequest.notFound': 404,
  'badRequest.performer.notExists': 404,
  'badRequest.performer.removed': 410,
  'badRequest.idempotency.conflict': 409,
  'badRequest.session.ended': 410,
  'badRequest.tooLarge': 413,
  'badRequest.tooMany': 429,
  UNDEFINED_ERROR: 500,
  UNAVAILABLE: 503,
  'badRequest.media.unavailable': 503,
};

/** The HTTP status of a label; 400 where nothing more precise is said. */
export const statusOf = (label: ErrorLabel): Status => statuses[label] ?? 400;

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

/** Whether an error says that the database cannot be reached: an honest 503, not a 500. */
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
