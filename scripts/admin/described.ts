import { readdirSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { z } from 'zod';
import { fileMoment } from '#contract/day.ts';
import type { Act, List, Plain, Value } from '#contract/desk/described/described.ts';
import {
  fieldsOf,
  inputFor,
  plainColumns,
  type Row,
  rowsIn,
  rowVersion,
  valueIn,
} from '#contract/desk/described/described-fields.ts';
import { describedLists, describedSections } from '#contract/desk/described/sections.ts';
import { type AnyEndpoint, callKey } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import { csvRow } from '#contract/wallet/csv.ts';
import { bindings } from '#server/boot/routes.ts';
import { createDispatch } from '#server/calls/dispatch.ts';
import { listFileOf, requireExport } from '#server/desk/value/export-file.ts';
import { noEvents } from '#server/events.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noLimits } from '#server/ports/limits.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { columns, euro } from './columns.ts';
import { type Command, command, type Desk, type Option, sayWaits } from './command.ts';

/** Options that are called otherwise than their field. */
const optionNames = new Map([['month', 'period']]);
const optionOf = (field: string): string => optionNames.get(field) ?? field;

/** Fields whose operand is a name: how the id is found. */
const byName = new Map<string, (desk: Desk, name: string) => Promise<number>>([
  ['memberId', async ({ db }, name) => (await findMember(db, name)).id],
  [
    'performer',
    async (desk, name) => {
      const performer = await performersFor(desk, inHouse).byName(name);
      if (!performer) throw new AppError('badRequest.performer.notExists');
      return performer.id;
    },
  ],
]);

/** A stopped product has these; a handler that needs more of a running one says what. */
function depsOf({ config, db, now, newId, hasFeature }: Desk): Deps {
  const known = { config, db, now, newId, limits: noLimits, events: noEvents, brand: { hasFeature } };
  const missing = (name: PropertyKey) => new Error(`${String(name)} needs the running product`);
  return new Proxy(known, {
    get(target, name, receiver) {
      if (name in target) return Reflect.get(target, name, receiver);
      throw missing(name);
    },
  }) as unknown as Deps;
}

async function send(desk: Desk, call: AnyEndpoint, input: Row): Promise<unknown> {
  const dispatch = createDispatch(depsOf(desk), bindings, pino({ level: 'silent' }));
  return (await dispatch(call, desk.caller, input)).output;
}

/** Options of a call's fields; operands and what the caller carries are none. */
const optionsOf = (call: AnyEndpoint, without: ReadonlySet<string>): Record<string, Option> =>
  Object.fromEntries(
    fieldsOf(call).flatMap(({ name, kind, choices, required }) => {
      if (without.has(name)) return [];
      const value = kind === 'choice' ? choices.join('|') : kind;
      return [
        [
          optionOf(name),
          kind === 'checkbox'
            ? { help: name }
            : { value: `<${value}>`, help: required ? `${name}; required` : name },
        ],
      ];
    }),
  );

/** Reads typed options as a call's input; what only the open store can tell is checked by the dispatcher. */
const inputOf = (call: AnyEndpoint, later: Row) =>
  z.record(z.string(), z.unknown()).transform((raw, context): Row => {
    const typed = fieldsOf(call).flatMap(({ name }) => {
      const value = raw[optionOf(name)];
      return value === undefined ? [] : [[name, value] as const];
    });
    const input = Object.fromEntries(typed);
    const issues = call.input.safeParse({ ...input, ...later }).error?.issues ?? [];
    for (const { path, message } of issues)
      context.addIssue({ code: 'custom', path: [optionOf(String(path[0]))], message });
    return raw['csv'] ? { ...input, csv: true } : input;
  });

function cellOf(row: Row, column: Value<never>): string | number {
  const value = valueIn(row, column);
  if (value === null || value === undefined) return '';
  return typeof value === 'number' && column.kind !== 'euro' ? value : written(column, value);
}

function written({ kind }: Value<never>, value: NonNullable<Plain>): string {
  if (kind === 'euro') return euro(Number(value));
  return kind === 'moment' ? fileMoment(new Date(String(value))) : String(value);
}

/** One thing, a value on each line. */
function printedThing(list: List, row: Row): string[] {
  const values = plainColumns(list).map((column) => [column.name, String(cellOf(row, column))] as const);
  const width = Math.max(...values.map(([name]) => name.length));
  return values.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd());
}

/** Rows as columns: the key that acts take, the columns, and the version that acts are sent with. */
function printed(list: List, rows: readonly Row[], asCsv: boolean): string[] {
  const [thing] = rows;
  if (list.rows === null && thing) return printedThing(list, thing);
  const shown = plainColumns(list);
  const keys = shown.some(({ name }) => name === list.key) || list.acts.length === 0 ? [] : [list.key];
  const versions = list.acts.length > 0 ? ['version'] : [];
  const heads = [...keys, ...shown.map(({ name }) => name), ...versions];
  const cells = rows.map((row) => [
    ...keys.map((name) => String(row[name])),
    ...shown.map((column) => cellOf(row, column)),
    ...versions.map(() => rowVersion(row)),
  ]);
  return asCsv ? [heads, ...cells].map((line) => csvRow(line)) : columns(heads, cells);
}

/** The id of an operand that is a name. */
const named = async (desk: Desk, operand: string, typed: Row): Promise<Row> => ({
  [operand]: await byName.get(operand)?.(desk, String(typed[operand])),
});

/** One command for the lists with the same words. */
function listCommand(words: string, lists: readonly List[]): Command {
  const [{ call, operand }] = lists as readonly [List, ...List[]];
  const files = lists.filter(({ file }) => file !== 'none');
  const isNamed = operand !== undefined && byName.has(operand);
  return command({
    name: words,
    summary: call.summary,
    operands: operand ? [operand] : [],
    options: {
      ...optionsOf(call, new Set(operand ? [operand] : [])),
      ...(files.length > 0 && { csv: { help: 'as CSV' } }),
    },
    input: inputOf(call, isNamed ? { [operand]: 1 } : {}),
    async run(desk, { csv, ...typed }) {
      const asCsv = csv === true;
      const input = { ...typed, ...(isNamed && (await named(desk, operand, typed))) };
      const outputs = new Map<string, unknown>();
      const shown = asCsv ? files : lists;
      for (const list of shown)
        outputs.set(
          callKey(list.call),
          outputs.get(callKey(list.call)) ?? (await send(desk, list.call, input)),
        );
      if (asCsv) for (const list of shown) await requireExport(desk, desk.caller, listFileOf(list, input));
      const parts = shown.map((list) =>
        printed(list, rowsIn(list, outputs.get(callKey(list.call))).rows, asCsv),
      );
      for (const line of parts.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))) desk.say(line);
      return 0;
    },
  });
}

function actCommand(
  list: List,
  act: Act<never>,
  { texts, words: name }: { texts: string; words: string },
): Command {
  const { call, operand } = act;
  const sent: Row = act.sends ?? {};
  const without = new Set(['reason', 'formKey', ...(operand ? [operand] : []), ...Object.keys(sent)]);
  const isNamed = operand !== undefined && byName.has(operand);
  const about = list.operand !== undefined && list.operand === operand ? { [operand]: 1 } : {};
  const mayRead = Object.hasOwn(call.input.shape, 'version') && list.call.input.safeParse(about).success;
  // Placeholders for what is known once the store is open.
  const later = { ...sent, reason: 'later', formKey: 'later-on', ...(isNamed && { [operand]: 1 }) };
  return command({
    name,
    summary: call.summary,
    operands: operand ? [operand] : [],
    options: optionsOf(call, without),
    changes: true,
    input: inputOf(call, mayRead ? { ...later, version: 'later' } : later),
    async run(desk, typed) {
      const id = isNamed ? await named(desk, operand, typed) : {};
      const formKey = desk.newId();
      const input = { ...typed, ...sent, ...id, formKey, reason: desk.caller.reason };
      const version = mayRead && typed['version'] === undefined ? await seenNow(desk, list, input) : {};
      const output = await send(desk, call, { ...input, ...version }).catch((error: unknown) => {
        throw explained(act, texts, error);
      });
      return sayDone(desk, textOf(`${texts}.done.${act.name}`), output);
    },
  });
}

/** An act of value answers its result, or the request that waits; other acts answer something of their own. */
const guardedSchema = z.object({ request: z.int().nullable(), result: z.unknown() });

function sayDone(desk: Desk, done: string, output: unknown): number {
  const { request, result } = guardedSchema.safeParse(output).data ?? { request: null, result: output };
  if (request !== null) return sayWaits(desk, request);
  desk.say(done);
  if (typeof result === 'object' && result !== null) for (const line of facts(result)) desk.say(line);
  return 0;
}

/** Prints the row that the act is about, and returns its version. */
async function seenNow(desk: Desk, list: List, input: Row): Promise<Row> {
  const about =
    list.operand === undefined ? {} : inputFor(list.call, { [list.operand]: input[list.operand] });
  const { rows } = rowsIn(list, await send(desk, list.call, about));
  const row = rows.find((one) => String(one[list.key]) === String(input[list.key]));
  if (!row) throw new AppError('badRequest.notFound');
  for (const line of printed(list, [row], false)) desk.say(line);
  return { version: rowVersion(row) };
}

function facts(output: object): string[] {
  const entries = Object.entries(output).filter(([, value]) => typeof value !== 'object' && value !== '');
  return columns(
    entries.map(([name]) => name),
    [entries.map(([name, value]) => (name === 'cents' ? euro(Number(value)) : (value as string | number)))],
  );
}

function explained(act: Act<never>, texts: string, error: unknown): unknown {
  const label = labelOf(error);
  const name = new Map(Object.entries(act.labels)).get(label);
  if (name === undefined)
    return error instanceof AppError && error.fields.length > 0
      ? new Error(`${label}: ${error.fields.join(', ')}`)
      : error;
  return new Error(`${textOf(name.includes('.') ? name : `${texts}.${name}`)} (${label})`);
}

const messages = new URL('../../src/content/messages/en/', import.meta.url);

/** An English text of the site. */
function textOf(key: string): string {
  const files = readdirSync(messages).map((file) =>
    JSON.parse(readFileSync(new URL(file, messages), 'utf8')),
  );
  const found = key
    .split('.')
    .reduce<unknown>(
      (tree, name) => (isTree(tree) ? own(tree, name) : undefined),
      Object.assign({}, ...files),
    );
  return typeof found === 'string' ? found : key;
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const words = [...new Set(describedLists.map((list) => list.words))];

/** Commands of the described lists and their acts. */
export const describedCommands: readonly Command[] = [
  ...words.map((one) =>
    listCommand(
      one,
      describedLists.filter((list) => list.words === one),
    ),
  ),
  ...describedSections.flatMap(({ lists, texts }) =>
    lists.flatMap((list) =>
      list.acts.flatMap((act) => (act.words ? [actCommand(list, act, { texts, words: act.words })] : [])),
    ),
  ),
];
