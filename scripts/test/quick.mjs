// @ts-check
// npm run quick: the checks and tests that the changed files can affect.
import { bin, build, checks, journeys, MEDIA, resultFileOf, vitest } from './steps.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** Files that require a check, by its name in steps.mjs. @type {Record<string, RegExp>} */
const concerns = {
  types: /\.tsx?$/,
  'page-types': /^(?:src|contract)\/.*\.(?:ts|tsx|astro)$/,
  imports: /\.(?:ts|tsx|mjs|astro)$/,
  messages: /^src\//,
  content: /^src\/content\//,
  licences: /^package-lock\.json$|^scripts\/lib\/licences\.ts$/,
  docs: /\.md$|^server\/config\/|^package\.json$/,
};
const linted = /\.(?:ts|tsx|mjs|astro|json|jsonc|css)$/;
const tested = /^(?:contract|server|demo|src|scripts|bench)\/.*\.(?:ts|tsx|mjs|astro|json)$/;
const journey = /^e2e\/[^/]+\.spec\.ts$/;

/**
 * @param {{ ref: string, files: readonly string[] }} changed files since the commit `ref`
 * @returns {import('./steps.mjs').Suite}
 */
export function quickSuite({ ref, files }) {
  const some = (/** @type {RegExp} */ pattern) => files.some((file) => pattern.test(file));
  const specs = files.filter((file) => journey.test(file));
  const steps = [
    ...(some(linted) ? [lint(files.filter((file) => linted.test(file)))] : []),
    ...checks.filter(({ name }) => name in concerns && some(/** @type {RegExp} */ (concerns[name]))),
    ...(some(tested) ? [affectedTests(files.filter((file) => tested.test(file)))] : []),
    ...(some(new RegExp(`^${MEDIA}/`)) ? [mediaTests(ref)] : []),
    ...(specs.length > 0 ? [build, changedJourneys(specs)] : []),
  ];
  return { needs: some(tested) || specs.length > 0 ? ['PostgreSQL', 'Chromium'] : [], steps };
}

/** @param {string[]} files @returns {Step} */
const lint = (files) => ({
  name: 'lint',
  title: 'Lint and format',
  seconds: 5,
  commands: [[bin('biome'), 'ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files]],
});

/** @param {string[]} files @returns {Step} */
function affectedTests(files) {
  const resultFile = resultFileOf('affected');
  const flags = ['--reporter=default', '--reporter=scripts/test/vitest-results.ts'];
  return {
    name: 'affected',
    title: 'Affected tests',
    seconds: 40,
    commands: [['scripts/test-affected.ts', ...files, ...flags]],
    resultFile,
    alone: true,
  };
}

/** @param {string} ref @returns {Step} */
const mediaTests = (ref) =>
  vitest({ name: 'media', title: 'Affected tests of packages/media', seconds: 60 }, ['protocol'], {
    folder: MEDIA,
    flags: [`--changed=${ref}`, '--passWithNoTests'],
  });

/** @param {string[]} specs @returns {Step} */
const changedJourneys = (specs) =>
  journeys({ name: 'pages', title: 'Changed journeys', seconds: 60 }, ['--project=pages', ...specs]);
