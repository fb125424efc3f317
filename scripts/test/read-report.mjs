// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../lib/toolchain.mjs';

/**
 * `files`: seconds that the tests of each file took, path from the project's root.
 * @typedef {{ passed: number, failed: number, skipped: number, files: { file: string, seconds: number }[] }} Report
 */

/** @type {Report} */
export const emptyReport = { passed: 0, failed: 0, skipped: 0, files: [] };

/**
 * Reads a JSON report of Vitest or of Playwright.
 * @param {string} file
 * @returns {Report} empty if the suite broke before it wrote one
 */
export function readReport(file) {
  return existsSync(file) ? parseReport(JSON.parse(readFileSync(file, 'utf8'))) : emptyReport;
}

/**
 * @param {Record<string, any>} report
 * @returns {Report}
 */
export function parseReport(report) {
  if (report.stats) {
    // A test that passed at a second try has failed: no suite allows one.
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats;
    return {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      files: (report.suites ?? []).map(journeyIn(report.config?.rootDir ?? root)),
    };
  }
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    files: (report.testResults ?? []).map(
      (/** @type {{ name: string, startTime: number, endTime: number }} */ { name, startTime, endTime }) => ({
        file: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      }),
    ),
  };
}

/** @param {string} folder of the files' names */
const journeyIn = (folder) => (/** @type {Record<string, any>} */ suite) => ({
  file: relative(root, join(folder, suite.file)),
  seconds: milliseconds(suite) / 1000,
});

/** @param {Record<string, any>} suite @returns {number} */
function milliseconds({ specs = [], suites = [] }) {
  const own = specs
    .flatMap((/** @type {any} */ spec) => spec.tests)
    .flatMap((/** @type {any} */ test) => test.results)
    .map((/** @type {any} */ result) => result.duration);
  return [...own, ...suites.map(milliseconds)].reduce((sum, one) => sum + one, 0);
}
