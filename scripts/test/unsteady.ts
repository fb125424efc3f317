// Decisions of .ci/run: what there is still time for, what is repeated, and what a repeat means.
import type { FileResult } from './results.ts';
import type { Step } from './steps.mjs';
import type { Outcome, Unsteady } from './summary.ts';

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

export interface Failed {
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
