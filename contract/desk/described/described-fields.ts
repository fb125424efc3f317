import * as z from 'zod/mini';
import { monthPattern } from '../../day.ts';
import type { AnyEndpoint } from '../../endpoint.ts';
import { versionOf } from '../../form-version.ts';
import { own } from '../../input.ts';
import { isRoleAmong, type OperatorRole } from '../roles.ts';
import type { Act, List, Looking, Plain, Value } from './described.ts';

export type FieldKind =
  | 'text'
  | 'long'
  | 'lines'
  | 'number'
  | 'money'
  | 'day'
  | 'month'
  | 'choice'
  | 'checkbox';

/** A field of a form, from the call's schema. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly choices: readonly string[];
}

const limit = z.catch(z.optional(z.number()), undefined);
const propertySchema = z.object({
  type: z.catch(z.optional(z.string()), undefined),
  format: z.catch(z.optional(z.string()), undefined),
  pattern: z.catch(z.optional(z.string()), undefined),
  enum: z.catch(z._default(z.array(z.string()), []), []),
  minLength: limit,
  maxLength: limit,
  minimum: limit,
  maximum: limit,
});
const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z._default(z.array(z.string()), []),
});

/** Above this length a text has several lines. */
const LINE_MAX = 320;

/** The fields of a call's input. */
export function fieldsOf({ input }: AnyEndpoint): Field[] {
  const { properties, required } = objectSchema.parse(
    z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }),
  );
  return Object.entries(properties).map(([name, raw]) => {
    const property = propertySchema.parse(raw);
    const isOptional = input.shape[name]?.safeParse(undefined).success ?? false;
    return {
      name,
      kind: kindOf(name, property),
      required: required.includes(name) && !isOptional,
      min: property.minLength ?? property.minimum,
      max: property.maxLength ?? property.maximum,
      choices: property.enum,
    };
  });
}

function kindOf(name: string, property: z.infer<typeof propertySchema>): FieldKind {
  if (property.enum.length > 0) return 'choice';
  if (property.type === 'boolean') return 'checkbox';
  if (property.type === 'array') return 'lines';
  if (property.type === 'integer' || property.type === 'number') return name === 'cents' ? 'money' : 'number';
  if (property.format === 'date') return 'day';
  if (property.pattern === monthPattern.source) return 'month';
  return (property.maxLength ?? 0) > LINE_MAX ? 'long' : 'text';
}

/** Cents of an amount like `12,50` or `12.5`; null for another text. */
export function centsOf(text: string): number | null {
  const [, euro, cents = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return euro === undefined ? null : Number(euro) * 100 + Number(cents.padEnd(2, '0'));
}

/** What a text typed into a field is sent as; an empty one that may be missing is not sent. */
export function sentAs({ kind, required }: Field, typed: string): unknown {
  const text = typed.trim();
  if (kind === 'checkbox') return typed !== '' && typed !== 'false';
  if (text === '' && !required) return undefined;
  if (kind === 'money') return centsOf(text) ?? text;
  if (kind === 'lines') return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return text;
}

/** The first field whose value the call refuses; undefined if there is none. */
export function wrongField(call: AnyEndpoint, input: Readonly<Record<string, unknown>>): Field | undefined {
  const issue = call.input.safeParse(input).error?.issues[0];
  return issue && fieldsOf(call).find(({ name }) => name === issue.path[0]);
}

/** The columns as plain ones: a sentence is one for each of its values. */
export const plainColumns = ({ columns }: List): Value<never>[] =>
  columns.flatMap((column) => {
    if (column.kind !== 'sentence') return [column];
    const named = (value: Value<never>): Value<never> => ({
      name: `${column.name} ${value.name}`,
      kind: value.kind,
      of: (row) => valueIn(row, value),
    });
    return column.values.map(named);
  });

const plainIn = (row: Readonly<Record<string, unknown>>, name: string): Plain => {
  const value = own(row, name);
  return typeof value === 'object' || typeof value === 'function' ? null : (value as Plain);
};

/** A value of a row, as the call has returned it. */
export const valueIn = (row: object, { name, of }: Pick<Value<never>, 'name' | 'of'>): Plain =>
  of ? of(row as never) : plainIn(row as Readonly<Record<string, unknown>>, name);

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const outputSchema = z.record(z.string(), z.unknown());

export type Row = Readonly<Record<string, unknown>>;

/** The rows of an answer, and whether there are more. */
export function rowsIn({ rows }: Pick<List, 'rows'>, output: unknown): { rows: Row[]; more: boolean } {
  const read = outputSchema.parse(output);
  if (rows === null) return { rows: [read], more: false };
  return { rows: rowsSchema.parse(own(read, rows)), more: own(read, 'more') === true };
}

/** What to ask for after these rows; null at the end, or if the call has no pages. */
export function nextPage(list: List, input: Row, output: unknown): Row | null {
  const { rows, more } = rowsIn(list, output);
  if (!more) return null;
  const { shape } = list.call.input;
  if (Object.hasOwn(shape, 'page')) return { ...input, page: Number(input['page'] ?? 1) + 1 };
  return Object.hasOwn(shape, 'before') ? { ...input, before: rows.at(-1)?.[list.key] } : null;
}

/** The fields of a call among these. */
export const inputFor = ({ input }: AnyEndpoint, from: Row): Row =>
  Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(input.shape, name)));

/** Filters of a list from a query; values that cannot be a filter are left out. */
export function filterIn(call: AnyEndpoint, query: URLSearchParams): Row {
  const fields = fieldsOf(call).flatMap((field) => {
    const value = sentAs({ ...field, required: false }, query.get(field.name) ?? '');
    const isValid = value !== undefined && call.input.shape[field.name]?.safeParse(value).success;
    return isValid ? [[field.name, value] as const] : [];
  });
  return Object.fromEntries(fields);
}

export const mayCall = (role: OperatorRole, call: AnyEndpoint): boolean =>
  isRoleAmong(role, call.roles ?? []);

/** The acts of a list, without those of another role or that a row does not allow. */
export const actsOn = (list: List, row: Row, operator: Looking): Act<never>[] =>
  list.acts.filter((act) => mayCall(operator.role, act.call) && (act.when?.(row as never, operator) ?? true));

/** What the operator has seen of a row: its own `version`, or else all of it. */
export function rowVersion(row: Row): string {
  const version = own(row, 'version');
  return typeof version === 'string' ? version : versionOf(Object.entries(row).sort());
}

/** What an act sends about a row without being asked: its version, its key and the filter. */
export function givenBy(act: Act<never>, row: Row, filter: Row): Row {
  const sources: Row = { ...filter, ...row, version: rowVersion(row), ...act.sends };
  const names = fieldsOf(act.call).map(({ name }) => name);
  const typedNames = new Set(['reason', ...(act.asks ?? [])]);
  const sentNames = names.filter((name) => !typedNames.has(name) && own(sources, name) !== undefined);
  return Object.fromEntries(sentNames.map((name) => [name, own(sources, name)]));
}
