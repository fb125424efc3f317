import { describe, expect, it } from 'vitest';
import { type FileResult, noResults } from './results.ts';
import type { Outcome } from './summary.ts';
import { failedFiles, faultsOf, forgive, hasTimeFor, hasTimeToRepeat, slowdownOf } from './unsteady.ts';

const step = (seconds: number) => ({
  name: 'pages',
  title: 'Page journeys',
  seconds,
  commands: [],
  inputs: [],
});
const file = (name: string, failed = 0, seconds = 10): FileResult => ({
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
    const done = [took(100, 100, [file('a.spec.ts', 1)])];
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
      took(1, 1, [file('a.spec.ts'), file('b.spec.ts', 2)]),
      { ...took(1, 1), state: 'FAILED' as const },
    ];
    expect(failedFiles(outcomes).map((one) => one.file.file)).toEqual(['b.spec.ts']);
  });

  it('makes its step unsteady if it passes, and replaces the counts', () => {
    const outcome = took(1, 1, [file('a.spec.ts'), file('b.spec.ts', 2)]);
    const forgiven = forgive(outcome, [file('b.spec.ts')]);
    expect(forgiven.state).toBe('unsteady');
    expect(forgiven.results.files).toEqual([file('a.spec.ts'), file('b.spec.ts')]);
  });

  it('leaves its step failed if that has another failure', () => {
    const outcome = took(1, 1, [file('a.spec.ts', 1), file('b.spec.ts', 1)]);
    expect(forgive(outcome, [file('b.spec.ts')]).state).toBe('FAILED');
    const unset = {
      ...outcome,
      results: { ...noResults, files: [file('b.spec.ts', 1)], errors: ['no product'] },
    };
    expect(forgive(unset, [file('b.spec.ts')]).state).toBe('FAILED');
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
