// @ts-check
/** @import { Result } from './types.d.ts' */

const marks = { pass: 'ok', fail: 'FAIL', warn: 'warn', skip: 'skip' };

/** One line of the table. @param {Result} result */
export function line({ number, id, level, document, section, title, outcome, detail }) {
  const place = `${document}, ${section}`;
  const head = `${marks[outcome].padEnd(4)} ${String(number).padStart(3)}  ${id.padEnd(36)} ${level.padEnd(6)} ${place.padEnd(34)} ${title}`;
  return detail ? `${head}\n          ${outcome === 'skip' ? 'left out' : 'seen'}: ${detail}` : head;
}

/** @param {readonly Result[]} results */
export function summarize(results) {
  const count = (/** @type {Result['outcome']} */ outcome) =>
    results.filter((one) => one.outcome === outcome).length;
  return {
    checks: results.length,
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    skipped: count('skip'),
  };
}

/** @param {readonly Result[]} results */
export function lastLine(results) {
  const { checks, passed, failed, warned, skipped } = summarize(results);
  return `${checks} checks: ${passed} passed, ${failed} failed, ${warned} warnings, ${skipped} left out`;
}

/** @param {readonly Result[]} results @param {{ whip?: string, whep?: string }} asked */
export const toJson = (results, { whip, whep }) =>
  `${JSON.stringify({ version: 1, whip, whep, summary: summarize(results), results }, null, 2)}\n`;
