import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/toolchain.mjs';
import { noResults, parseResults, readResults } from './read-results.mjs';

describe('a report of a suite', () => {
  it('of Vitest has counts, and the seconds of each file', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'errors are told' },
      {
        status: 'failed',
        fullName: 'errors have labels',
        failureMessages: ['expected 1 to be 2\n  at errors'],
      },
    ];
    const file = join(root, 'contract/errors.test.ts');
    const testResults = [{ name: file, startTime: 1000, endTime: 3500, status: 'failed', assertionResults }];
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults };
    expect(parseResults(report)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 3,
      files: [{ file: 'contract/errors.test.ts', seconds: 2.5 }],
      failures: ['contract/errors.test.ts > errors have labels: expected 1 to be 2'],
    });
  });

  it('of Vitest names a file that could not be loaded', () => {
    const broken = {
      name: join(root, 'a.test.ts'),
      status: 'failed',
      message: 'No such module',
      assertionResults: [],
    };
    expect(parseResults({ testResults: [broken] }).failures).toEqual(['a.test.ts: No such module']);
  });

  it('of Playwright counts a test that passed on retry as failed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 1 } };
    expect(parseResults(report)).toEqual({ passed: 5, failed: 3, skipped: 1, files: [], failures: [] });
  });

  it('of Playwright adds up the tests of a file, including describe blocks', () => {
    const spec = (...durations: number[]) => ({
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const suites = [{ file: 'login.spec.ts', specs: [spec(1000)], suites: [{ specs: [spec(500, 250)] }] }];
    const config = { rootDir: join(root, 'e2e') };
    const { files } = parseResults({ stats: {}, config, suites });
    expect(files).toEqual([{ file: 'e2e/login.spec.ts', seconds: 1.75 }]);
  });

  it('of Playwright names failures without colours', () => {
    const tests = [{ results: [{ error: { message: '\u001b[31mnot visible\u001b[39m\nCall log' } }] }];
    const suites = [{ file: 'login.spec.ts', suites: [{ specs: [{ title: 'logs in', ok: false, tests }] }] }];
    const { failures } = parseResults({ stats: {}, config: { rootDir: join(root, 'e2e') }, suites });
    expect(failures).toEqual(['e2e/login.spec.ts > logs in: not visible']);
  });

  it('is empty for a suite that broke before it wrote one', () => {
    expect(readResults('/nowhere/report.json')).toEqual(noResults);
  });
});
