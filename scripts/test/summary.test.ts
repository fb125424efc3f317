import { describe, expect, it } from 'vitest';
import { type FileResult, noResults } from './results.ts';
import { type Outcome, summarise } from './summary.ts';

const step = { name: 'unit', title: 'Unit tests', seconds: 10, commands: [], inputs: [] };
const outcome: Outcome = { step, state: 'ok', seconds: 12.34, cpu: 20.04, results: noResults };
const run = { missing: [], strict: false, seconds: 90 };
const file = (result: Partial<FileResult>): FileResult => ({
  file: 'a.test.ts',
  passed: 1,
  failed: 0,
  skipped: 0,
  seconds: 1,
  importSeconds: 0,
  failures: [],
  ...result,
});
const having = (...files: FileResult[]): Outcome => ({ ...outcome, results: { ...noResults, files } });

describe('the summary of a run', () => {
  it('has a row per step with actual, expected and processor seconds and its tests', () => {
    const failures = ['a.test.ts > adds: expected 1 to be 2'];
    const { lines, failed } = summarise(
      [{ ...having(file({ passed: 5, failed: 1, failures })), state: 'FAILED' }],
      run,
    );
    expect(lines).toContainEqual(expect.stringMatching(/^FAILED +Unit tests +12\.3 +10 +20\.0 +5 +1$/));
    expect(lines).toContain('FAILED    a.test.ts > adds: expected 1 to be 2');
    expect(lines.slice(-2)).toEqual(['1.5 minutes', '5 passed, 1 failed']);
    expect(failed).toBe(1);
  });

  it('counts a step that failed without a failing test, and says why if that is known', () => {
    const broken: Outcome = {
      ...outcome,
      state: 'FAILED',
      results: { ...noResults, errors: ['no database'] },
    };
    const { lines, failed } = summarise([broken], run);
    expect(failed).toBe(1);
    expect(lines).toContain('FAILED    Unit tests: no database');
  });

  it('counts missing programs and skipped tests if they are required', () => {
    const skipped = [having(file({ skipped: 2 }))];
    expect(summarise(skipped, { ...run, missing: ['Janus'] }).failed).toBe(0);
    expect(summarise(skipped, { ...run, missing: ['Janus'], strict: true }).failed).toBe(3);
  });

  it('lists the ten slowest files, and marks journeys above their budget', () => {
    const files = Array.from({ length: 12 }, (_, at) => file({ file: `${at}.spec.ts`, seconds: at + 10 }));
    const { lines } = summarise([having(...files)], run);
    const named = lines.filter((line) => line.includes('.spec.ts'));
    expect(named).toHaveLength(10);
    expect(named[0]).toBe('    21.0 s  11.spec.ts · above the 20 s of a journey file');
    expect(named[1]).toBe('    20.0 s  10.spec.ts');
  });

  it('allows a journey its budget in each project', () => {
    const { lines } = summarise([having(file({ file: 'a.spec.ts', seconds: 38, onceSeconds: 19 }))], run);
    expect(lines).toContain('    38.0 s  a.spec.ts');
  });

  it('names what there was no time for, without failing', () => {
    const { lines, failed } = summarise([outcome], { ...run, late: ['Page journeys'] });
    expect(lines).toContain('left out  Page journeys: NOT RUN, there was no time for it');
    expect(lines).toContain('1 steps left out for lack of time');
    expect(failed).toBe(0);
  });

  it('names unsteady files with their first failure, and counts what they break', () => {
    const unsteady = [{ file: 'a.spec.ts', step: 'pages', failure: 'a.spec.ts > logs in: too late' }];
    const { lines, failed } = summarise([{ ...having(file({})), state: 'unsteady' }], {
      ...run,
      unsteady,
      faults: ['a.spec.ts was unsteady in the previous run, too'],
    });
    expect(lines).toContain('unsteady  a.spec.ts > logs in: too late');
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
    expect(failed).toBe(1);
  });
});
