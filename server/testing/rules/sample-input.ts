import { type AnyEndpoint, callKey } from '#contract/endpoint.ts';
import { own } from '#contract/input.ts';

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

/** The first that a field accepts is its sample. */
const values: readonly unknown[] = [
  1,
  true,
  'x',
  'someone',
  'a@example.com',
  '/',
  '1',
  'Plein-16',
  crypto.randomUUID(),
  '2026-11-20',
  '2026-11',
  '2026-11-20T12:00:00Z',
  '123',
  '123456',
  'performer:1',
  'https://example.com/',
  // Keys of a browser's push service.
  `B${'x'.repeat(86)}`,
  'x'.repeat(22),
  new Uint8Array(1),
];

/** Fields that only together satisfy a rule of their call. */
const together: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/member/change-email': { repeatEmail: 'a@example.com' },
  'POST /api/member/forgot-password': { email: 'a@example.com' },
  'PUT /api/member/member': { newPassword: 'Plein-16', repeatNewPassword: 'Plein-16' },
  'POST /api/messaging/inbox/{conversationId}': { message: 'x' },
  'PUT /api/studio/password': { newPassword: 'Plein-16' },
  'POST /api/studio/inbox/{conversationId}': { message: 'x' },
  // A decision that nobody made: one made by another operator is refused.
  'PUT /api/desk/decisions/{decision}/withdrawal': { decision: 2_000_000_000 },
  'POST /api/desk/orders': { country: 'NL', time: '12:00' },
  'POST /api/studio/albums': { title: { nl: 'x' } },
  'PUT /api/studio/albums/{album}': { title: { nl: 'x' } },
};

/** A minimal input that a call accepts. */
export const sampleInput = (call: AnyEndpoint): Record<string, unknown> => ({
  ...(sampleOf(call.input as unknown as Schema) as Record<string, unknown>),
  ...own(together, callKey(call)),
});

/** Keys of `together` that none of these calls has. */
export const unusedSamples = (calls: readonly AnyEndpoint[]): string[] =>
  Object.keys(together).filter((key) => !calls.some((call) => callKey(call) === key));

function sampleOf(schema: Schema): unknown {
  const { type, innerType, in: before, element, shape, options, entries, values: literals } = schema.def;
  if (schema.safeParse(undefined).success) return undefined;
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, sampleOf(one)]));
  if (element) return schema.safeParse([]).success ? [] : [sampleOf(element)];
  if (options?.[0]) return sampleOf(options[0]);
  if (entries) return Object.values(entries)[0];
  if (literals) return literals[0];
  if (innerType) return sampleOf(innerType);
  if (before) return sampleOf(before);
  if (type === 'record') return {};
  return values.find((value) => schema.safeParse(value).success);
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
