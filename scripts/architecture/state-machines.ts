import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import ts from 'typescript';
import {
  type MomentMachine,
  momentsOf,
  type StateMachine,
  type StateTable,
} from '#server/db/state-machine.ts';
import { projectFiles, root, type Violation } from './files.ts';
import { type SourceText, walk } from './parse.ts';

/** A state machine as declared in a file `transitions.ts`. */
export interface DeclaredMachine {
  path: string;
  /** Name of its table in the database. */
  table: string;
  /** Name of its table in code. */
  variable: string;
  /** Which of the table's states, if it has several. */
  of?: string;
  /** Columns that only it writes, by their names in code. */
  columns: Readonly<Record<string, string>>;
  /** Columns that are set in a state; missing if the table has a column for the state. */
  moments?: Readonly<Record<string, readonly string[]>>;
  first: string;
  transitions: Readonly<Record<string, readonly string[]>>;
  /** Names of the functions that follow, by the state reached. */
  follows: Readonly<Record<string, readonly string[]>>;
}

/** All state machines, by the names of their tables. */
export async function readMachines(): Promise<DeclaredMachine[]> {
  const tables = projectFiles(/^server\/.*\btables\.ts$/);
  const machines: DeclaredMachine[] = [];
  for (const { path } of projectFiles(/^server\/.*\/transitions\.ts$/)) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, path)).href);
    for (const machine of Object.values(module).filter(isMachine)) {
      const { table, first, transitions, follows } = machine;
      const name = getTableName(table);
      const declaration = new RegExp(`export const (\\w+) = pgTable\\(\\s*'${name}'`);
      const variable = tables.map(({ text }) => declaration.exec(text)?.[1]).find(Boolean);
      if (!variable) throw new Error(`No tables.ts declares the table ${name}`);
      const names = Object.entries(follows).map(([to, functions = []]) => [
        to,
        functions.map((one) => one.name),
      ]);
      machines.push({
        path,
        table: name,
        variable,
        columns: columnsOf(machine),
        ...('moments' in machine && { of: machine.of, moments: machine.moments }),
        first,
        transitions,
        follows: Object.fromEntries(names),
      });
    }
  }
  return machines.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** `vip_request`, or `member: deletion` of a table with several states. */
export const nameOf = ({ table, of }: Pick<DeclaredMachine, 'table' | 'of'>): string =>
  of === undefined ? table : `${table}: ${of}`;

type AnyMachine = StateMachine<StateTable, unknown> | MomentMachine<PgTable, string, unknown>;

function columnsOf(machine: AnyMachine): Record<string, string> {
  const columns = getTableColumns<PgTable>(machine.table);
  const names = 'moments' in machine ? momentsOf(machine) : ['state'];
  return Object.fromEntries(names.map((name) => [name, columns[name]?.name ?? name]));
}

const isMachine = (value: unknown): value is AnyMachine =>
  typeof value === 'object' && value !== null && 'transitions' in value && 'moveAll' in value;

/** A state is written by its machine only, and a machine is declared where `readMachines` finds it. */
export const checkStates = (
  files: readonly SourceText[],
  machines: readonly DeclaredMachine[],
): Violation[] =>
  files
    .filter(({ path }) => /^server\/(?!testing\/|db\/state-machine\.ts)(?!.*\btest(?:ing)?\.ts$)/.test(path))
    .flatMap((file) => [
      ...hiddenMachines(file),
      ...machines
        .filter(({ table, variable }) => file.text.includes(table) || file.text.includes(variable))
        .flatMap((machine) => writesOf(file, machine)),
    ]);

function hiddenMachines({ path, text }: SourceText): Violation[] {
  const isPlace = path.endsWith('/transitions.ts');
  return text
    .split('\n')
    .flatMap((line, at) =>
      /\b(?:state|moment)Machine[<(]/.test(line) && !(isPlace && line.startsWith('export const '))
        ? [violation(path, at + 1, 'a state machine is an exported constant of a file transitions.ts')]
        : [],
    );
}

function writesOf({ path, text }: SourceText, machine: DeclaredMachine): Violation[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const what = machine.moments ? Object.keys(machine.columns).join(', ') : 'the state';
  const message = `only the machine of ${machine.path} writes ${what} of ${machine.table}: move the row by it`;
  const found = new Set<number>(statementsOf(text, machine));
  const hasRows = path !== machine.path && namesTable(source, machine);
  walk(source, (node) => {
    const isWrite =
      (hasRows && isLiteralState(node, machine)) || (isState(node, machine) && isUpdateOf(node, machine));
    if (isWrite) found.add(node.getStart(source));
  });
  return [...found].map((at) => violation(path, text.slice(0, at).split('\n').length, message));
}

/** Whether the table is used, not only a property of its name. */
function namesTable(source: ts.SourceFile, { variable }: DeclaredMachine): boolean {
  let isNamed = false;
  walk(source, (node) => {
    const isName = ts.isIdentifier(node) && node.text === variable;
    if (isName && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) isNamed = true;
  });
  return isNamed;
}

/** Positions of updates written in SQL. */
const statementsOf = (text: string, { table, variable, columns }: DeclaredMachine): number[] =>
  [
    ...text.matchAll(
      new RegExp(
        `\\bupdate\\s+(?:"?${table}\\b|\\$\\{${variable}\\})[^\`;]*?\\bset\\b(?:(?!\\b(?:where|from|returning)\\b)[^\`;])*?\\b(?:${Object.values(columns).join('|')})"?\\s*=`,
        'gi',
      ),
    ),
  ].map(({ index }) => index);

const isState = (
  node: ts.Node,
  { columns }: DeclaredMachine,
): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
  (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
  Object.hasOwn(columns, node.name.text);

/** A row, or a part of one, with one of the machine's states that no call returns, such as `next`. */
function isLiteralState(node: ts.Node, machine: DeclaredMachine): boolean {
  if (machine.moments) return false;
  const names = (part: ts.Node): boolean =>
    ts.isStringLiteralLike(part)
      ? Object.hasOwn(machine.transitions, part.text)
      : !ts.isCallExpression(part) && (ts.forEachChild(part, (child) => names(child) || undefined) ?? false);
  return isState(node, machine) && ts.isPropertyAssignment(node) && names(node.initializer);
}

/** Whether it is in an argument of `update(table).set(…)` or `insert(table).onConflictDoUpdate(…)`. */
function isUpdateOf(node: ts.Node, { variable }: DeclaredMachine): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) continue;
    if (!['set', 'onConflictDoUpdate'].includes(at.expression.name.text)) continue;
    return /\b(?:update|insert)\(\s*(\w+)\s*\)/.exec(at.expression.getText())?.[1] === variable;
  }
  return false;
}

const violation = (file: string, line: number, message: string): Violation => ({
  file,
  line,
  rule: 'state',
  message,
});
