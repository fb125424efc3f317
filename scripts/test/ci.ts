// All suites in one run that ends in time, for .ci/run: what there is still time for, and what is repeated, once and alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/toolchain.mjs';
import type { FileResult } from './results.ts';
import type { Runner } from './run.ts';
import { type Step, type SuiteName, suites } from './steps.mjs';
import type { Outcome, Unsteady } from './summary.ts';

/** Nothing runs longer than this after the start. */
const LIMIT_MINUTES = 75;
const order: SuiteName[] = ['product', 'journeys', 'media', 'faults'];

interface Options {
  /** ms, when the command began. */
  started: number;
  /** Unsteady files of the previous run, then of this one. */
  unsteadyFile?: string;
}

export async function runCi(
  runner: Runner,
  { started, unsteadyFile = join(root, 'test-results/unsteady.json') }: Options,
): Promise<void> {
  const secondsLeft = () => LIMIT_MINUTES * 60 - (Date.now() - started) / 1000;
  const late: string[] = [];
  let outcomes: Outcome[] = [];
  const mayStart = (step: Step, done: readonly Outcome[]) => {
    if (hasTimeFor(step, done, secondsLeft())) return true;
    late.push(step.title);
    console.log(`\nleft out: ${step.title} could not end within ${LIMIT_MINUTES} minutes after the start.`);
    return false;
  };
  for (const name of order) {
    const { needs, steps } = suites[name];
    await runner.find(needs);
    // All suites share the first one's build.
    const open = steps.filter((step) => !outcomes.some((one) => one.step === step));
    const done = await runner.performAll(open, { before: outcomes, mayStart, secondsLeft });
    outcomes = [...outcomes, ...done];
  }
  const unsteady: Unsteady[] = [];
  for (const [at, failed] of failedFiles(outcomes).entries()) {
    const { step, file } = failed;
    if (!hasTimeToRepeat(failed, outcomes, secondsLeft())) {
      late.push(`Repeat of ${file.file}`);
      continue;
    }
    const again = await runner.perform(repeatOf(failed, at), `Repeat of ${file.file} alone`, secondsLeft);
    const { files } = again.results;
    if (again.state !== 'ok' || files.every(({ passed }) => passed === 0)) continue;
    unsteady.push({ file: file.file, step: step.name, failure: file.failures[0] ?? file.file });
    outcomes = outcomes.map((one) => (one.step === step ? forgive(one, files) : one));
  }
  const faults = faultsOf(unsteady, readUnsteady(unsteadyFile));
  writeFileSync(unsteadyFile, `${JSON.stringify(unsteady, null, 2)}\n`);
  await runner.conclude(outcomes, { late, unsteady, faults, seconds: (Date.now() - started) / 1000 });
}

/** The step with one of its files, at `at` in the list of failed ones. */
const repeatOf = ({ step, file }: Failed, at: number): Step => ({
  ...step,
  commands: step.commands.map((command) => [...command, file.file]),
  resultFile: join(root, `test-results/repeat-${at + 1}.json`),
  alone: true,
});

/** Files that were unsteady in the run before. */
const readUnsteady = (path: string): string[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Unsteady[]).map(({ file }) => file) : [];

/** More unsteady files fail the run. */
const UNSTEADY_MAX = 3;
/** Until the first test of a repeated file, on an idle machine. */
const START_SECONDS = 20;

/** How much slower than expected the steps were; at least 1. */
export function slowdownOf(outcomes: readonly Outcome[]): number {
  const done = outcomes.filter(({ state, seconds }) => state !== 'left out' && seconds > 0);
  const expected = done.reduce((sum, { step }) => sum + step.seconds, 0);
  const actual = done.reduce((sum, { seconds }) => sum + seconds, 0);
  return expected > 0 ? Math.max(1, actual / expected) : 1;
}

interface Failed {
  step: Step;
  file: FileResult;
}

/** Failed files of steps that can run a single file. */
export const failedFiles = (outcomes: readonly Outcome[]): Failed[] =>
  outcomes.flatMap(({ step, results }) =>
    results.files.filter(({ failed }) => failed > 0).map((file) => ({ step, file })),
  );

const repeatSeconds = ({ file }: Failed, outcomes: readonly Outcome[]): number =>
  file.seconds + START_SECONDS * slowdownOf(outcomes);

/** Whether a step can end in time, with the repeats of what has failed so far after it. */
export function hasTimeFor(step: Step, outcomes: readonly Outcome[], secondsLeft: number): boolean {
  const repeats = failedFiles(outcomes).reduce((sum, one) => sum + repeatSeconds(one, outcomes), 0);
  return step.seconds * slowdownOf(outcomes) + repeats <= secondsLeft;
}

export const hasTimeToRepeat = (failed: Failed, outcomes: readonly Outcome[], secondsLeft: number): boolean =>
  repeatSeconds(failed, outcomes) <= secondsLeft;

/** The outcome of a step with a file's results replaced by those of its repeat, which passed. */
export function forgive(outcome: Outcome, again: readonly FileResult[]): Outcome {
  const names = again.map(({ file }) => file);
  const files = [...outcome.results.files.filter(({ file }) => !names.includes(file)), ...again];
  const isClean = files.every(({ failed }) => failed === 0) && outcome.results.errors.length === 0;
  return {
    ...outcome,
    state: isClean ? 'unsteady' : outcome.state,
    results: { ...outcome.results, files },
  };
}

/** Why unsteady files fail the run. `previous`: files that were unsteady in the run before. */
export function faultsOf(unsteady: readonly Unsteady[], previous: readonly string[]): string[] {
  const again = unsteady.filter(({ file }) => previous.includes(file));
  return [
    ...again.map(({ file }) => `${file} was unsteady in the previous run, too`),
    ...(unsteady.length > UNSTEADY_MAX
      ? [`${unsteady.length} files were unsteady, at most ${UNSTEADY_MAX} may be`]
      : []),
  ];
}
