import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { failedFiles, faultsOf, forgive, hasTimeFor, hasTimeToRepeat, runCi, slowdownOf } from './ci.ts';
import { type FileResult, noResults } from './results.ts';
import type { Runner } from './run.ts';
import type { Step } from './steps.mjs';
import type { Outcome, Run } from './summary.ts';

const folder = mkdtempSync(join(tmpdir(), 'unsteady-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (failed: number): FileResult => ({
  file: 'e2e/buy.spec.ts',
  passed: 1,
  failed,
  skipped: 0,
  seconds: 10,
  importSeconds: 0,
  failures: failed > 0 ? ['e2e/buy.spec.ts > buys: too late'] : [],
});
const outcomeOf = (step: Step, failed = 0): Outcome => ({
  step,
  state: failed > 0 ? 'FAILED' : 'ok',
  seconds: step.seconds,
  results: { ...noResults, files: step.name === 'main' ? [file(failed)] : [] },
});

/** Runs nothing. One file fails in its step, and `again` times when repeated. */
async function runWith({
  again,
  minutesAgo = 0,
  name = 'a',
}: {
  again: number;
  minutesAgo?: number;
  name?: string;
}) {
  vi.spyOn(console, 'log').mockReturnValue();
  const steps: string[] = [];
  const repeats: string[][] = [];
  const result: { outcomes?: readonly Outcome[]; run?: Partial<Run> } = {};
  const runner: Runner = {
    find: async () => {},
    perform: async (step) => {
      repeats.push(step.commands[0] ?? []);
      return outcomeOf(step, again);
    },
    performAll: async (all, { before = [], mayStart = () => true } = {}) => {
      const done: Outcome[] = [];
      for (const step of all) if (mayStart(step, [...before, ...done])) done.push(outcomeOf(step, 1));
      steps.push(...done.map((one) => one.step.name));
      return done;
    },
    conclude: async (outcomes, run) => void Object.assign(result, { outcomes, run }),
  };
  const unsteadyFile = join(folder, `${name}.json`);
  await runCi(runner, { started: Date.now() - minutesAgo * 60_000, unsteadyFile });
  return { steps, repeats, ...result, unsteady: JSON.parse(readFileSync(unsteadyFile, 'utf8')) };
}

describe('a run of all suites', () => {
  it('runs them by subject, and builds the site once', async () => {
    const { steps } = await runWith({ again: 0 });
    expect(steps.filter((step) => step === 'build')).toHaveLength(1);
    expect(steps.filter((step) => ['main', 'pages', 'janus', 'kills'].includes(step))).toEqual([
      'main',
      'pages',
      'janus',
      'kills',
    ]);
  });

  it('repeats a failed file alone, and keeps it as unsteady if it passes', async () => {
    const { repeats, outcomes, run, unsteady } = await runWith({ again: 0, name: 'b' });
    expect(repeats).toHaveLength(1);
    expect(repeats[0]).toContain('--project=main');
    expect(repeats[0]?.at(-1)).toBe('e2e/buy.spec.ts');
    const expected = [{ file: 'e2e/buy.spec.ts', step: 'main', failure: 'e2e/buy.spec.ts > buys: too late' }];
    expect(unsteady).toEqual(expected);
    expect(run).toMatchObject({ unsteady: expected, faults: [] });
    expect(outcomes?.find(({ step }) => step.name === 'main')?.state).toBe('unsteady');
  });

  it('fails if the same file is unsteady twice in a row', async () => {
    await runWith({ again: 0, name: 'c' });
    const { run } = await runWith({ again: 0, name: 'c' });
    expect(run?.faults).toEqual(['e2e/buy.spec.ts was unsteady in the previous run, too']);
  });

  it('leaves a file that fails again as failed', async () => {
    const { outcomes, unsteady } = await runWith({ again: 1 });
    expect(outcomes?.find(({ step }) => step.name === 'main')?.state).toBe('FAILED');
    expect(unsteady).toEqual([]);
  });

  it('starts nothing that cannot end within 75 minutes, and names it', async () => {
    const { steps, run } = await runWith({ again: 0, minutesAgo: 73 });
    expect(steps).toContain('types');
    expect(steps).not.toContain('vitest');
    expect(run?.late).toContain('Unit and server tests');
  });
});

const step = (seconds: number) => ({
  name: 'pages',
  title: 'Page journeys',
  seconds,
  commands: [],
  inputs: [],
});
const resultsOf = (name: string, failed = 0, seconds = 10): FileResult => ({
  file: name,
  passed: 1,
  failed,
  skipped: 0,
  seconds,
  importSeconds: 0,
  failures: failed > 0 ? [`${name} > logs in: too late`] : [],
});
const took = (expected: number, seconds: number, files: FileResult[] = []): Outcome => ({
  step: step(expected),
  seconds,
  results: { ...noResults, files },
  state: files.some(({ failed }) => failed > 0) ? 'FAILED' : 'ok',
});

describe('the time of a run', () => {
  it('starts a step that takes as long as expected', () => {
    expect(hasTimeFor(step(100), [], 100)).toBe(true);
    expect(hasTimeFor(step(101), [], 100)).toBe(false);
  });

  it('expects a step to be as slow as those before it, and never faster than an idle machine', () => {
    expect(slowdownOf([took(100, 250), took(100, 350)])).toBe(3);
    expect(slowdownOf([took(100, 20)])).toBe(1);
    expect(hasTimeFor(step(100), [took(100, 300)], 299)).toBe(false);
    expect(hasTimeFor(step(100), [took(100, 300)], 300)).toBe(true);
  });

  it('ignores steps that were left out or could not start', () => {
    expect(slowdownOf([{ ...took(100, 0), state: 'left out' }, took(50, 0), took(10, 20)])).toBe(2);
  });

  it('keeps time to repeat what has failed', () => {
    const done = [took(100, 100, [resultsOf('a.spec.ts', 1)])];
    expect(hasTimeFor(step(100), done, 129)).toBe(false);
    expect(hasTimeFor(step(100), done, 130)).toBe(true);
    const [failed] = failedFiles(done);
    expect(failed && hasTimeToRepeat(failed, done, 29)).toBe(false);
    expect(failed && hasTimeToRepeat(failed, done, 30)).toBe(true);
  });
});

describe('a repeated file', () => {
  it('is one that failed in its step', () => {
    const outcomes = [
      took(1, 1, [resultsOf('a.spec.ts'), resultsOf('b.spec.ts', 2)]),
      { ...took(1, 1), state: 'FAILED' as const },
    ];
    expect(failedFiles(outcomes).map((one) => one.file.file)).toEqual(['b.spec.ts']);
  });

  it('makes its step unsteady if it passes, and replaces the counts', () => {
    const outcome = took(1, 1, [resultsOf('a.spec.ts'), resultsOf('b.spec.ts', 2)]);
    const forgiven = forgive(outcome, [resultsOf('b.spec.ts')]);
    expect(forgiven.state).toBe('unsteady');
    expect(forgiven.results.files).toEqual([resultsOf('a.spec.ts'), resultsOf('b.spec.ts')]);
  });

  it('leaves its step failed if that has another failure', () => {
    const outcome = took(1, 1, [resultsOf('a.spec.ts', 1), resultsOf('b.spec.ts', 1)]);
    expect(forgive(outcome, [resultsOf('b.spec.ts')]).state).toBe('FAILED');
    const unset = {
      ...outcome,
      results: { ...noResults, files: [resultsOf('b.spec.ts', 1)], errors: ['no product'] },
    };
    expect(forgive(unset, [resultsOf('b.spec.ts')]).state).toBe('FAILED');
  });
});

describe('unsteady files', () => {
  const unsteady = (...names: string[]) =>
    names.map((name) => ({ file: name, step: 'pages', failure: name }));

  it('are accepted up to three', () => {
    expect(faultsOf(unsteady('a', 'b', 'c'), [])).toEqual([]);
    expect(faultsOf(unsteady('a', 'b', 'c', 'd'), [])).toEqual(['4 files were unsteady, at most 3 may be']);
  });

  it('fail the run if they were unsteady in the previous one', () => {
    expect(faultsOf(unsteady('a', 'b'), ['b', 'c'])).toEqual(['b was unsteady in the previous run, too']);
  });
});
