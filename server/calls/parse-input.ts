import type { AnyEndpoint, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { carriedFields } from '#contract/fields.ts';

/**
 * Treats null as missing if the call does not accept it. Throws `badRequest.invalid.input` with the names of the
 * invalid fields and of unknown query fields.
 */
export function parseInput<Call extends AnyEndpoint>(call: Call, input: unknown): ParsedInput<Call> {
  const raw = withNonNude(input);
  const unknown = call.method === 'GET' ? unknownFields(call, raw) : [];
  const asSent = call.input.safeParse(raw);
  const parsed = asSent.success ? asSent : call.input.safeParse(withoutNulls(raw, asSent.error.issues));
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap(fieldsOf);
  if (!parsed.success || unknown.length > 0)
    throw new AppError('badRequest.invalid.input', { fields: [...new Set([...unknown, ...wrong])] });
  if (hasNul(parsed.data)) throw new AppError('badRequest.invalid.input');
  return wellFormed(parsed.data) as ParsedInput<Call>;
}

/** Removes only the nulls that caused an issue; others have a meaning. */
function withoutNulls(value: unknown, issues: readonly Issue[]): unknown {
  if (value === null || typeof value !== 'object') return value;
  return issues.reduce<unknown>((left, { path }) => withoutNull(left, path), value);
}

function withoutNull(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const fields = new Map(Object.entries(value));
  const name = String(key);
  if (rest.length > 0 && fields.has(name)) fields.set(name, withoutNull(fields.get(name), rest));
  else if (fields.get(name) === null) fields.delete(name);
  return Object.fromEntries(fields);
}

/** Maps the specification's name of the flag. */
function withNonNude(input: unknown): unknown {
  if (input === null || typeof input !== 'object' || !('noNude' in input)) return input;
  return { nonNude: input.noNude, ...input };
}

/**
 * A misspelt filter would otherwise return every performer. Unknown body fields are accepted: older clients send some.
 */
function unknownFields(call: AnyEndpoint, input: unknown): string[] {
  const { shape } = call.input as { shape?: Readonly<Record<string, unknown>> };
  if (!shape || input === null || typeof input !== 'object') return [];
  return Object.keys(input).filter((name) => !Object.hasOwn(shape, name) && !carriedFields.includes(name));
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

/** PostgreSQL text cannot hold NUL, nor can the names in its JSON. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  return holdsValues(value) && Object.entries(value).flat().some(hasNul);
}

/** Replaces halves of surrogate pairs by U+FFFD, as a text column of PostgreSQL does; its JSON refuses them. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!holdsValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  );
}

/** A list or an object of fields; not a moment, nor the bytes of a file. */
const holdsValues = (value: unknown): value is object =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
