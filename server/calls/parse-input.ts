import type { AnyEndpoint, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { carriedFields } from '#contract/fields.ts';

/**
 * A null where a call takes none counts as left out. Throws `badRequest.invalid.input` with the names of the wrong
 * fields, and of those a query may not have.
 */
export function parseInput<Call extends AnyEndpoint>(call: Call, input: unknown): ParsedInput<Call> {
  const given = withNonNude(input);
  const unknown = call.method === 'GET' ? unknownFields(call, given) : [];
  const asSent = call.input.safeParse(given);
  const parsed = asSent.success ? asSent : call.input.safeParse(withoutNulls(given, asSent.error.issues));
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap(fieldsOf);
  if (!parsed.success || unknown.length > 0)
    throw new AppError('badRequest.invalid.input', { fields: [...new Set([...unknown, ...wrong])] });
  if (hasNul(parsed.data)) throw new AppError('badRequest.invalid.input');
  return parsed.data as ParsedInput<Call>;
}

/** Without the nulls that are the issues; others mean something. */
function withoutNulls(given: unknown, issues: readonly Issue[]): unknown {
  if (given === null || typeof given !== 'object') return given;
  return issues.reduce<unknown>((left, { path }) => withoutNull(left, path), given);
}

function withoutNull(given: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  const fields = new Map(Object.entries(given));
  const name = String(key);
  if (rest.length > 0 && fields.has(name)) fields.set(name, withoutNull(fields.get(name), rest));
  else if (fields.get(name) === null) fields.delete(name);
  return Object.fromEntries(fields);
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
  readonly code?: string | undefined;
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
