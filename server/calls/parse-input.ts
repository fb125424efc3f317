import type { AnyEndpoint, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { carriedFields } from '#contract/fields.ts';

/** Throws `badRequest.invalid.input` with the names of the wrong fields, and of those a query may not have. */
export function parseInput<Call extends AnyEndpoint>(call: Call, input: unknown): ParsedInput<Call> {
  const given = withNonNude(input);
  const unknown = call.method === 'GET' ? unknownFields(call, given) : [];
  const parsed = call.input.safeParse(given);
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap(fieldsOf);
  if (!parsed.success || unknown.length > 0)
    throw new AppError('badRequest.invalid.input', { fields: [...new Set([...unknown, ...wrong])] });
  if (hasNul(parsed.data)) throw new AppError('badRequest.invalid.input');
  return parsed.data as ParsedInput<Call>;
}

/** The specification's name of the flag. */
function withNonNude(input: unknown): unknown {
  if (input === null || typeof input !== 'object' || !('noNude' in input)) return input;
  return { nonNude: input.noNude, ...input };
}

/** A misspelt filter would otherwise answer everybody. Bodies are left alone: older clients send more. */
function unknownFields(call: AnyEndpoint, given: unknown): string[] {
  const { shape } = call.input as { shape?: Readonly<Record<string, unknown>> };
  if (!shape || given === null || typeof given !== 'object') return [];
  return Object.keys(given).filter((name) => !Object.hasOwn(shape, name) && !carriedFields.includes(name));
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function fieldsOf({ code, path, keys }: Issue): string[] {
  if (code !== 'unrecognized_keys') return [path.join('.')];
  return (keys ?? []).map((key) => [...path, key].join('.'));
}

/** PostgreSQL text cannot hold NUL. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  return value !== null && typeof value === 'object' && Object.values(value).some(hasNul);
}
