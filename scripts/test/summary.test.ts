import { describe, expect, it } from 'vitest';
import { emptyReport } from './read-report.mjs';
import { summarise } from './summary.mjs';

const outcome = {
  title: 'Unit tests',
  ok: true,
  left: false,
  seconds: 12.34,
  expected: 10,
  report: emptyReport,
};
const run = { missing: [], strict: false, seconds: 90 };

describe('the summary of a run', () => {
  it('has a row for each step with its seconds, those expected, and its tests', () => {
    const failures = ['a.test.ts > adds: expected 1 to be 2'];
    const report = { ...emptyReport, passed: 5, failed: 1, failures };
    const { lines, failed } = summarise([{ ...outcome, ok: false, report }], run);
    expect(lines).toContainEqual(expect.stringMatching(/^FAILED +Unit tests +12\.3 +10 +5 +1$/));
    expect(lines).toContain('FAILED    a.test.ts > adds: expected 1 to be 2');
    expect(lines.slice(-2)).toEqual(['1.5 minutes', '5 passed, 1 failed']);
    expect(failed).toBe(1);
  });

  it('counts a step that failed without a failing test', () => {
    expect(summarise([{ ...outcome, ok: false }], run).failed).toBe(1);
  });

  it('counts missing programs and skipped tests where they are required', () => {
    const skipped = [{ ...outcome, report: { ...emptyReport, skipped: 2 } }];
    expect(summarise(skipped, { ...run, missing: ['Janus'] }).failed).toBe(0);
    expect(summarise(skipped, { ...run, missing: ['Janus'], strict: true }).failed).toBe(3);
  });

  it('names the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
    const { lines } = summarise([{ ...outcome, report: { ...emptyReport, files } }], run);
    const named = lines.filter((line) => line.endsWith('.test.ts'));
    expect(named).toHaveLength(10);
    expect(named[0]).toContain('11.0 s  11.test.ts');
  });
});
