import { describe, expect, it } from 'vitest';
import { countReport, countTests } from './counts.mjs';

describe('counting tests', () => {
  it('reads the report of Vitest', () => {
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countReport(report)).toEqual({ passed: 7, failed: 1, skipped: 3 });
  });

  it('reads the report of Playwright and takes a test that needed a second try for a failure', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 1 } };
    expect(countReport(report)).toEqual({ passed: 5, failed: 3, skipped: 1 });
  });

  it('counts nothing for a suite that broke before it wrote a report', () => {
    expect(countTests('/nowhere/report.json')).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
