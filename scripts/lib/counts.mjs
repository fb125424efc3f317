// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/**
 * `again`: of the passed, those that did at the second try.
 * @typedef {{ passed: number, failed: number, skipped: number, again: number }} Counts
 */

/**
 * Reads a JSON report of Vitest or of Playwright.
 * @param {string} file
 * @returns {Counts} zeros when the suite broke before it wrote one
 */
export function countTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, again: 0 };
  return countReport(JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * @param {Record<string, any>} report
 * @returns {Counts}
 */
export function countReport(report) {
  if (report.stats) {
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped, again: flaky };
  }
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    again: (report.testResults ?? []).flatMap(passedAgain).length,
  };
}

/** A test that passed keeps what its first try failed of. @param {Record<string, any>} file */
const passedAgain = (file) =>
  file.assertionResults.filter(
    (/** @type {Record<string, any>} */ { status, failureMessages }) =>
      status === 'passed' && failureMessages.length > 0,
  );
