import type { Outcome, Result } from './types.ts';

const marks = { pass: 'ok', fail: 'FAIL', warn: 'warn', skip: 'skip' };

/** A result as a line of the table. */
export function line({ number, id, level, document, section, title, outcome, detail }: Result) {
  const place = `${document}, ${section}`;
  const head = `${marks[outcome].padEnd(4)} ${String(number).padStart(3)}  ${id.padEnd(36)} ${level.padEnd(6)} ${place.padEnd(34)} ${title}`;
  return detail ? `${head}\n          ${outcome === 'skip' ? 'left out' : 'seen'}: ${detail}` : head;
}

export function summarize(results: readonly Result[]) {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  return {
    checks: results.length,
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    skipped: count('skip'),
  };
}

export function lastLine(results: readonly Result[]) {
  const { checks, passed, failed, warned, skipped } = summarize(results);
  return `${checks} checks: ${passed} passed, ${failed} failed, ${warned} warnings, ${skipped} left out`;
}

export const toJson = (results: readonly Result[], { whip, whep }: { whip?: string; whep?: string }) =>
  `${JSON.stringify({ version: 1, whip, whep, summary: summarize(results), results }, null, 2)}\n`;
