import { AppError, labelOf } from '#contract/errors.ts';
import { isUnavailable } from '#server/db/is-unavailable.ts';

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isUnavailable(error) ? 'UNAVAILABLE' : labelOf(error), { cause: error });
}
