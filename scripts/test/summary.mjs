// @ts-check

/** @typedef {import('./read-results.mjs').Results} Results */

/**
 * @typedef {{ title: string, ok: boolean, left: boolean, seconds: number, expected: number, results: Results }} Outcome
 *   `left`: left out because a required program is missing
 */

const FILES_SHOWN = 10;

/**
 * The table at the end of a run, and the number of failed tests and checks.
 * @param {Outcome[]} outcomes
 * @param {{ missing: readonly string[], strict: boolean, seconds: number }} run `strict`: missing or skipped counts as failed
 * @returns {{ lines: string[], failed: number }}
 */
export function summarise(outcomes, { missing, strict, seconds }) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((all, { results }) => all + results[key], 0);
  // A failed check, or a suite that crashed before its first test, must not read as "0 failed".
  const broken = outcomes.filter(({ ok, results }) => !ok && results.failed === 0).length;
  const skipped = sum('skipped');
  const lacking = strict ? missing : [];
  const failed = sum('failed') + broken + lacking.length + (strict ? skipped : 0);
  const slowest = outcomes
    .flatMap(({ results }) => results.files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, FILES_SHOWN);
  return {
    failed,
    lines: [
      `${'step'.padEnd(44)}${cell('seconds')}${cell('expected')}${cell('passed')}${cell('failed')}`,
      ...outcomes.map(row),
      ...(slowest.length > 0 ? ['', 'slowest files'] : []),
      ...slowest.map((one) => `${one.seconds.toFixed(1).padStart(8)} s  ${one.file}`),
      '',
      ...outcomes.flatMap(({ results }) => results.failures.map((failure) => `FAILED    ${failure}`)),
      ...lacking.map((name) => `FAILED    ${name} is required but was not found`),
      ...(skipped > 0 ? [`${strict ? 'FAILED  ' : 'left out'}  ${skipped} tests did not run`] : []),
      `${(seconds / 60).toFixed(1)} minutes`,
      // Format that other tools parse.
      `${sum('passed')} passed, ${failed} failed`,
    ],
  };
}

const cell = (/** @type {string | number} */ value) => String(value).padStart(10);

/** @param {Outcome} outcome */
function row({ title, ok, left, seconds, expected, results }) {
  const state = left ? 'left out' : ok ? 'ok' : 'FAILED';
  const { passed, failed } = results;
  const counts = passed + failed > 0 ? `${cell(passed)}${cell(failed)}` : '';
  return `${state.padEnd(10)}${title.padEnd(34)}${cell(seconds.toFixed(1))}${cell(expected)}${counts}`;
}
