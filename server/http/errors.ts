import type { ErrorLabel } from '#contract/errors.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 429 | 500 | 503;

const statuses: Partial<Record<ErrorLabel, Status>> = {
  'badRequest.unauthorized': 401,
  'badRequest.invalid.apiKey': 401,
  'badRequest.invalid.auth': 401,
  'badRequest.forbidden': 403,
  'badRequest.invalid.origin': 403,
  'badRequest.factor.required': 403,
  'badRequest.request.waits': 403,
  'badRequest.desk.confirm': 403,
  'badRequest.desk.locked': 403,
  'badRequest.notFound': 404,
  'badRequest.performer.notExists': 404,
  'badRequest.performer.removed': 410,
  'badRequest.idempotency.conflict': 409,
  'badRequest.form.changed': 409,
  'badRequest.session.ended': 410,
  'badRequest.tooLarge': 413,
  'badRequest.image.tooBig': 413,
  'badRequest.film.tooBig': 413,
  'badRequest.tooMany': 429,
  'badRequest.emailChange.tooMany': 429,
  UNDEFINED_ERROR: 500,
  UNAVAILABLE: 503,
  'badRequest.media.unavailable': 503,
  'badRequest.file.unscanned': 503,
};

/** 400 by default. */
export const statusOf = (label: ErrorLabel): Status => statuses[label] ?? 400;

export interface ErrorBody {
  label: ErrorLabel;
  /** Names of the wrong input fields. */
  fields?: readonly string[];
}

export const errorBody = (label: ErrorLabel, fields: readonly string[] = []): ErrorBody =>
  fields.length > 0 ? { label, fields } : { label };
