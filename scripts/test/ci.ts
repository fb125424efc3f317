// All suites in one run that ends in time, for .ci/run. Failed files are repeated once, alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/toolchain.mjs';
import type { Runner } from './run.ts';
import { type Step, type SuiteName, suites } from './steps.mjs';
import type { Outcome, Unsteady } from './summary.ts';
import { type Failed, failedFiles, faultsOf, forgive, hasTimeFor, hasTimeToRepeat } from './unsteady.ts';

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
