import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/toolchain.mjs';
import { emptyReport, parseReport, readReport } from './read-report.mjs';

describe('a report of a suite', () => {
  it('of Vitest has counts, and the seconds of each file', () => {
    const testResults = [{ name: join(root, 'contract/errors.test.ts'), startTime: 1000, endTime: 3500 }];
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults };
    expect(parseReport(report)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 3,
      files: [{ file: 'contract/errors.test.ts', seconds: 2.5 }],
    });
  });

  it('of Playwright counts a test that passed at a second try as failed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 1 } };
    expect(parseReport(report)).toEqual({ passed: 5, failed: 3, skipped: 1, files: [] });
  });

  it('of Playwright adds up the tests of a file, those in describe blocks included', () => {
    const spec = (...durations: number[]) => ({
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const suites = [{ file: 'login.spec.ts', specs: [spec(1000)], suites: [{ specs: [spec(500, 250)] }] }];
    const config = { rootDir: join(root, 'e2e') };
    const { files } = parseReport({ stats: {}, config, suites });
    expect(files).toEqual([{ file: 'e2e/login.spec.ts', seconds: 1.75 }]);
  });

  it('is empty for a suite that broke before it wrote one', () => {
    expect(readReport('/nowhere/report.json')).toEqual(emptyReport);
  });
});
