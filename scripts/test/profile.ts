// node scripts/test/profile.ts: where the last run of a test command spent its time, per step, file and hook.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/toolchain.mjs';
import type { FileResult, HookResult } from './results.ts';
import type { Outcome } from './summary.ts';

const ROWS_SHOWN = 10;

/** Tables of a run: its steps, then the slowest files and hooks of each. */
export function profileOf(
  outcomes: readonly Outcome[],
  { seconds, processors }: { seconds: number; processors: number },
): string[] {
  const tested = outcomes.filter(({ results }) => results.files.length > 0);
  return [
    `${(seconds / 60).toFixed(1)} minutes on ${processors} processors. Waiting: seconds of a step in which they were idle.`,
    ...table(
      'step',
      ['seconds', 'cpu', 'waiting', 'start', 'imports', 'files'],
      outcomes.map((one) => stepRow(one, processors)),
    ),
    ...tested.flatMap(({ step, results }) => [
      ...table(
        `${step.title}: files`,
        ['seconds', 'imports', 'hooks', 'tests'],
        top(results.files).map((file) => fileRow(file, results.hooks)),
      ),
      ...(results.hooks.length > 0
        ? table(`${step.title}: hooks`, ['seconds', 'times'], top(results.hooks).map(hookRow))
        : []),
    ]),
  ];
}

type Row = [name: string, ...values: string[]];

const WIDTH = 9;

function table(title: string, columns: readonly string[], rows: readonly Row[]): string[] {
  const line = ([name, ...values]: readonly string[]) =>
    `${values.map((value) => value.padStart(WIDTH)).join('')}  ${name}`;
  return ['', line([title, ...columns]), ...rows.map(line)];
}

const top = <T extends { seconds: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.seconds - a.seconds).slice(0, ROWS_SHOWN);
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const exact = (value: number | undefined) => value?.toFixed(1) ?? '';

function stepRow({ step, seconds, cpu, results }: Outcome, processors: number): Row {
  const waiting = cpu === undefined ? undefined : Math.max(0, seconds - cpu / processors);
  const { files, startSeconds } = results;
  const imports = sum(files.map((file) => file.importSeconds));
  const tests = files.length > 0 ? [exact(startSeconds), exact(imports), String(files.length)] : ['', '', ''];
  return [step.title, exact(seconds), exact(cpu), exact(waiting), ...tests];
}

function fileRow(file: FileResult, hooks: readonly HookResult[]): Row {
  const own = hooks.filter((hook) => hook.file === file.file);
  const tests = file.passed + file.failed + file.skipped;
  return [
    file.file,
    exact(file.seconds),
    exact(file.importSeconds),
    exact(sum(own.map(({ seconds }) => seconds))),
    String(tests),
  ];
}

const hookRow = ({ file, name, times, seconds }: HookResult): Row => [
  `${name} · ${file}`,
  exact(seconds),
  String(times),
];

if (import.meta.main) {
  const path = join(root, 'test-results/run.json');
  if (!existsSync(path)) {
    console.error('No run found in test-results/run.json: run npm test first.');
    process.exit(1);
  }
  const { seconds, outcomes } = JSON.parse(readFileSync(path, 'utf8'));
  console.log(profileOf(outcomes, { seconds, processors: availableParallelism() }).join('\n'));
}
