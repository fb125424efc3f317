import type { AnyEndpoint } from '#contract/endpoint.ts';

/** The parts of zod's schema definition read here. */
interface Def {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}
interface Schema {
  readonly def: Def;
  safeParse(value: unknown): { success: boolean };
}

/** A path to a value within an input: field names, and 0 for the item of a list. */
export type FieldPath = readonly (string | number)[];

const texts = ['x', 'someone', 'a@example.com', '/', '1', 'Plein-16', crypto.randomUUID(), '2026-11-20'];

/** A minimal input that a call accepts, if it can be derived from the schema. */
export const sampleInput = (call: AnyEndpoint): Record<string, unknown> =>
  sampleOf(call.input as unknown as Schema) as Record<string, unknown>;

function sampleOf(schema: Schema): unknown {
  const { type, innerType, in: before, element, shape, options, entries, values } = schema.def;
  if (schema.safeParse(undefined).success) return undefined;
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, sampleOf(one)]));
  if (element) return schema.safeParse([]).success ? [] : [sampleOf(element)];
  if (options?.[0]) return sampleOf(options[0]);
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  if (innerType) return sampleOf(innerType);
  if (before) return sampleOf(before);
  if (type === 'record') return {};
  return [1, true, ...texts].find((value) => schema.safeParse(value).success);
}

/** Every field of a call's input, including nested ones. */
export const fieldPaths = (call: AnyEndpoint): FieldPath[] => pathsIn(call.input as unknown as Schema);

function pathsIn(schema: Schema): FieldPath[] {
  const { innerType, in: before, element, shape, options } = schema.def;
  if (innerType) return pathsIn(innerType);
  if (before) return pathsIn(before);
  if (element) return [[0], ...pathsIn(element).map((path) => [0, ...path])];
  if (options) return options.flatMap(pathsIn);
  return Object.entries(shape ?? {}).flatMap(([name, one]) => [
    [name],
    ...pathsIn(one).map((path) => [name, ...path]),
  ]);
}

/** The input with the value at a path replaced. */
export function withValue(input: unknown, [name, ...rest]: FieldPath, value: unknown): unknown {
  if (name === undefined) return value;
  const fields = input !== null && typeof input === 'object' ? input : {};
  const inner = withValue((fields as Record<string | number, unknown>)[name], rest, value);
  return typeof name === 'number' ? [inner] : { ...fields, [name]: inner };
}
