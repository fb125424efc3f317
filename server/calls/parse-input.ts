import type { AnyEndpoint, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';

/** Throws `badRequest.invalid.input` with the names of the wrong fields. */
export function parseInput<Call extends AnyEndpoint>(call: Call, input: unknown): ParsedInput<Call> {
  const parsed = call.input.safeParse(input);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue: { path: PropertyKey[] }) => issue.path.join('.'));
    throw new AppError('badRequest.invalid.input', { fields: [...new Set<string>(fields)] });
  }
  if (hasNul(parsed.data)) throw new AppError('badRequest.invalid.input');
  return parsed.data as ParsedInput<Call>;
}

/** PostgreSQL text cannot hold NUL. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  return value !== null && typeof value === 'object' && Object.values(value).some(hasNul);
}
