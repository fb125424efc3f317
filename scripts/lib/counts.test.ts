import { describe, expect, it } from 'vitest';
import { countReport, countTests } from './counts.mjs';

describe('counting tests', () => {
  it('reads the report of Vitest', () => {
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countReport(report)).toEqual({ passed: 7, failed: 1, skipped: 3, again: 0 });
  });

  it('tells how many tests of Vitest needed a second try', () => {
    const test = (status: string, ...failureMessages: string[]) => ({ status, failureMessages });
    const testResults = [
      { assertionResults: [test('passed'), test('passed', 'late')] },
      { assertionResults: [test('failed', 'wrong', 'wrong')] },
    ];
    expect(countReport({ numPassedTests: 2, numFailedTests: 1, testResults })).toMatchObject({ again: 1 });
  });

  it('reads the report of Playwright and tells how many tests needed a second try', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 1 } };
    expect(countReport(report)).toEqual({ passed: 7, failed: 1, skipped: 1, again: 2 });
  });

  it('counts nothing for a suite that broke before it wrote a report', () => {
    expect(countTests('/nowhere/report.json')).toEqual({ passed: 0, failed: 0, skipped: 0, again: 0 });
  });
});
