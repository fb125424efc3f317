import { type Counted, count, type FileResult, type Results } from './results.ts';
import type { Step } from './steps.mjs';

export interface Outcome {
  step: Step;
  /** `left out`: a required program is missing, or there was no time. */
  state: 'ok' | 'FAILED' | 'unsteady' | 'left out';
  seconds: number;
  /** Processor time; undefined where it cannot be measured. */
  cpu?: number | undefined;
  results: Results;
}

/** A file that failed in its step and passed alone. */
export interface Unsteady {
  file: string;
  step: string;
  /** The first one in the step. */
  failure: string;
}

export interface Run {
  missing: readonly string[];
  /** Whether missing programs and skipped tests count as failed. */
  strict: boolean;
  seconds: number;
  /** Titles of steps that were not started because they could not have ended in time. */
  late?: readonly string[];
  unsteady?: readonly Unsteady[];
  /** Further reasons why the run fails. */
  faults?: readonly string[];
}

const FILES_SHOWN = 10;
/** Of a journey file in one project, alone on an idle machine. */
const BUDGET_SECONDS = 20;

/** The table at the end of a run, and the number of failed tests and checks. */
export function summarise(outcomes: readonly Outcome[], run: Run): { lines: string[]; failed: number } {
  const { missing, strict, seconds, late = [], unsteady = [], faults = [] } = run;
  const sum = (key: Counted) => outcomes.reduce((all, { results }) => all + count(results, key), 0);
  const failedSteps = outcomes.filter(({ state }) => state === 'FAILED');
  // A failed check, or a suite that crashed before its first test, must not read as "0 failed".
  const broken = failedSteps.filter(({ results }) => count(results, 'failed') === 0);
  const errors = failedSteps.flatMap(({ step, results }) =>
    results.errors.map((one) => `${step.title}: ${one}`),
  );
  const skipped = sum('skipped');
  const lacking = strict ? missing : [];
  const failed = sum('failed') + broken.length + lacking.length + faults.length + (strict ? skipped : 0);
  return {
    failed,
    lines: [
      `${'step'.padEnd(44)}${['seconds', 'expected', 'cpu', 'passed', 'failed'].map(cell).join('')}`,
      ...outcomes.map(row),
      ...slowest(outcomes.flatMap(({ results }) => results.files)),
      '',
      ...outcomes.flatMap(({ results }) => results.files.flatMap(({ failures }) => failures.map(failure))),
      ...[...broken.map(({ step }) => step.title), ...errors].map(failure),
      ...lacking.map((name) => failure(`${name} is required but was not found`)),
      ...unsteady.map(({ failure }) => `unsteady  ${failure}`),
      ...faults.map(failure),
      ...(skipped > 0 ? [`${strict ? 'FAILED  ' : 'left out'}  ${skipped} tests did not run`] : []),
      ...late.map((title) => `left out  ${title}: NOT RUN, there was no time for it`),
      ...(late.length > 0 ? [`${late.length} steps left out for lack of time`] : []),
      ...(unsteady.length > 0 ? [`${unsteady.length} unsteady files, which passed when repeated alone`] : []),
      `${(seconds / 60).toFixed(1)} minutes`,
      // Format that other tools parse.
      `${sum('passed')} passed, ${failed} failed`,
    ],
  };
}

const failure = (text: string) => `FAILED    ${text}`;
const cell = (value: string | number) => String(value).padStart(10);

function row({ step, state, seconds, cpu, results }: Outcome): string {
  const [passed, failed] = [count(results, 'passed'), count(results, 'failed')];
  const counts = passed + failed > 0 ? `${cell(passed)}${cell(failed)}` : '';
  const times = [seconds.toFixed(1), step.seconds, cpu?.toFixed(1) ?? ''].map(cell).join('');
  return `${state.padEnd(10)}${step.title.padEnd(34)}${times}${counts}`.trimEnd();
}

function slowest(files: readonly FileResult[]): string[] {
  const shown = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, FILES_SHOWN);
  const mark = ({ file, seconds, onceSeconds = seconds }: FileResult) =>
    file.endsWith('.spec.ts') && onceSeconds > BUDGET_SECONDS
      ? ` · above the ${BUDGET_SECONDS} s of a journey file`
      : '';
  const lines = shown.map((one) => `${one.seconds.toFixed(1).padStart(8)} s  ${one.file}${mark(one)}`);
  return lines.length > 0 ? ['', 'slowest files', ...lines] : [];
}
