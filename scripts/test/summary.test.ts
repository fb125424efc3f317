import { describe, expect, it } from 'vitest';
import { noResults } from './read-results.mjs';
import { summarise } from './summary.mjs';

const outcome = {
  title: 'Unit tests',
  ok: true,
  left: false,
  seconds: 12.34,
  expected: 10,
  results: noResults,
};
const run = { missing: [], strict: false, seconds: 90 };

describe('the summary of a run', () => {
  it('has a row per step with actual and expected seconds and its tests', () => {
    const failures = ['a.test.ts > adds: expected 1 to be 2'];
    const results = { ...noResults, passed: 5, failed: 1, failures };
    const { lines, failed } = summarise([{ ...outcome, ok: false, results }], run);
    expect(lines).toContainEqual(expect.stringMatching(/^FAILED +Unit tests +12\.3 +10 +5 +1$/));
    expect(lines).toContain('FAILED    a.test.ts > adds: expected 1 to be 2');
    expect(lines.slice(-2)).toEqual(['1.5 minutes', '5 passed, 1 failed']);
    expect(failed).toBe(1);
  });

  it('counts a step that failed without a failing test', () => {
    expect(summarise([{ ...outcome, ok: false }], run).failed).toBe(1);
  });

  it('counts missing programs and skipped tests if they are required', () => {
    const skipped = [{ ...outcome, results: { ...noResults, skipped: 2 } }];
    expect(summarise(skipped, { ...run, missing: ['Janus'] }).failed).toBe(0);
    expect(summarise(skipped, { ...run, missing: ['Janus'], strict: true }).failed).toBe(3);
  });

  it('lists the ten slowest files, slowest first', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
    const { lines } = summarise([{ ...outcome, results: { ...noResults, files } }], run);
    const named = lines.filter((line) => line.endsWith('.test.ts'));
    expect(named).toHaveLength(10);
    expect(named[0]).toContain('11.0 s  11.test.ts');
  });
});
