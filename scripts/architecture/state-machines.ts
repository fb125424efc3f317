import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getTableName } from 'drizzle-orm';
import ts from 'typescript';
import type { StateMachine, StateTable } from '#server/db/state-machine.ts';
import { projectFiles, root } from './files.ts';
import { type SourceText, walk } from './parse.ts';
import type { Violation } from './violations.ts';

/** A state machine as declared in a file `transitions.ts`. */
export interface DeclaredMachine {
  path: string;
  /** Name of its table in the database. */
  table: string;
  /** Name of its table in code. */
  variable: string;
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
    for (const { table, first, transitions, follows } of Object.values(module).filter(isMachine)) {
      const name = getTableName(table);
      const declaration = new RegExp(`export const (\\w+) = pgTable\\(\\s*'${name}'`);
      const variable = tables.map(({ text }) => declaration.exec(text)?.[1]).find(Boolean);
      if (!variable) throw new Error(`No tables.ts declares the table ${name}`);
      const names = Object.entries(follows).map(([to, functions = []]) => [
        to,
        functions.map((one) => one.name),
      ]);
      machines.push({ path, table: name, variable, first, transitions, follows: Object.fromEntries(names) });
    }
  }
  return machines.sort((one, other) => (one.table < other.table ? -1 : 1));
}

const isMachine = (value: unknown): value is StateMachine<StateTable, unknown> =>
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
        .filter(({ table, variable }) => new RegExp(`\\b(?:${table}|${variable})\\b`).test(file.text))
        .flatMap((machine) => writesOf(file, machine)),
    ]);

function hiddenMachines({ path, text }: SourceText): Violation[] {
  const isPlace = path.endsWith('/transitions.ts');
  return text
    .split('\n')
    .flatMap((line, at) =>
      /\bstateMachine[<(]/.test(line) && !(isPlace && line.startsWith('export const '))
        ? [violation(path, at + 1, 'a state machine is an exported constant of a file transitions.ts')]
        : [],
    );
}

function writesOf({ path, text }: SourceText, machine: DeclaredMachine): Violation[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const message = `only the machine of ${machine.path} writes the state of ${machine.table}: move the row by it`;
  const found = new Set<number>(statementsOf(text, machine));
  walk(source, (node) => {
    const isWrite = isLiteralState(node, machine) || (isState(node) && isUpdateOf(node, machine));
    if (isWrite) found.add(node.getStart(source));
  });
  return [...found].map((at) => violation(path, text.slice(0, at).split('\n').length, message));
}

/** Positions of updates written in SQL. */
const statementsOf = (text: string, { table, variable }: DeclaredMachine): number[] =>
  [
    ...text.matchAll(
      new RegExp(
        `\\bupdate\\s+(?:"?${table}\\b|\\$\\{${variable}\\})[^\`;]*?\\bset\\b(?:(?!\\b(?:where|from|returning)\\b)[^\`;])*?\\bstate"?\\s*=`,
        'gi',
      ),
    ),
  ].map(({ index }) => index);

const isState = (node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
  (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
  node.name.text === 'state';

/** A row, or a part of one, with one of the machine's states that no call returns, such as `next`. */
function isLiteralState(node: ts.Node, { transitions }: DeclaredMachine): boolean {
  const names = (part: ts.Node): boolean =>
    ts.isStringLiteralLike(part)
      ? Object.hasOwn(transitions, part.text)
      : !ts.isCallExpression(part) && (ts.forEachChild(part, (child) => names(child) || undefined) ?? false);
  return isState(node) && ts.isPropertyAssignment(node) && names(node.initializer);
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
