// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../lib/toolchain.mjs';

/**
 * `files`: seconds of each file's tests, by path from the project's root. `failures`: each failed test with the first
 * line of its message.
 * @typedef {{ passed: number, failed: number, skipped: number, files: { file: string, seconds: number }[],
 *   failures: string[] }} Results
 */

/** @type {Results} */
export const noResults = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };

/**
 * Reads a JSON report of Vitest or of Playwright.
 * @param {string} file
 * @returns {Results} empty if the suite broke before it wrote one
 */
export function readResults(file) {
  return existsSync(file) ? parseResults(JSON.parse(readFileSync(file, 'utf8'))) : noResults;
}

/**
 * @param {Record<string, any>} report
 * @returns {Results}
 */
export function parseResults(report) {
  if (report.stats) {
    const folder = report.config?.rootDir ?? root;
    // A test that passes only on retry counts as failed.
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats;
    return {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      files: (report.suites ?? []).map(journeyIn(folder)),
      failures: (report.suites ?? []).flatMap((/** @type {any} */ suite) =>
        failedIn(suite).map((name) => `${relative(root, join(folder, suite.file))} > ${name}`),
      ),
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
    failures: (report.testResults ?? []).flatMap(failedOf),
  };
}

/** @param {{ name: string, status?: string, message?: string, assertionResults?: any[] }} file @returns {string[]} */
function failedOf({ name, status, message, assertionResults = [] }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
}

/** @param {Record<string, any>} suite @returns {string[]} */
function failedIn({ specs = [], suites = [] }) {
  const own = specs.filter((/** @type {any} */ spec) => spec.ok === false).map(describeSpec);
  return [...own, ...suites.flatMap(failedIn)];
}

/** @param {any} spec */
function describeSpec({ title, tests = [] }) {
  const results = tests.flatMap((/** @type {any} */ test) => test.results);
  const error = results.find((/** @type {any} */ result) => result.error)?.error;
  return `${title}: ${firstLine(error?.message)}`;
}

const ESCAPE = String.fromCharCode(27);
const colour = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');

/** @param {string | undefined} text */
const firstLine = (text = 'no reason given') => text.replaceAll(colour, '').split('\n', 1)[0];

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
