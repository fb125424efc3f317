// @ts-check
// The suites of the test commands with their steps.
import { join } from 'node:path';
import { root } from '../lib/toolchain.mjs';
import { answers, builder, code, site, tests } from './inputs.mjs';

/**
 * A step of a suite; `npm run quick` selects steps and tests by `inputs`, `whole` and `repeats`.
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {string[][]} commands
 * @property {number} seconds expected on two idle cores
 * @property {string[]} inputs globs of files whose change makes quick run the step; `!` excludes
 * @property {string[]} [whole] files whose change makes quick run all its tests, not only the affected ones
 * @property {string} [resultFile]
 * @property {Record<string, string>} [env]
 * @property {Service} [needs] the step is left out without this service
 * @property {boolean} [alone] has the machine to itself and prints continuously; otherwise two steps run at once
 * @property {boolean} [needsSite] waits for the build and is skipped if that failed
 * @property {boolean} [repeats] repeats other steps' tests: quick runs it only for files that `whole` names
 */

/** @typedef {'check' | 'product' | 'journeys' | 'media' | 'faults'} SuiteName */

/** @typedef {'Chromium' | 'Firefox' | 'WebKit' | 'coturn' | 'Janus' | 'GStreamer' | 'FFmpeg' | 'PostgreSQL' | 'Redis'} Service */

/**
 * `needs`: found, installed or started before the first step; missing ones fail a run with REQUIRE_SERVICES=1.
 * @typedef {{ steps: Step[], needs: Service[] }} Suite
 */

export const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);
export const resultFileOf = (/** @type {string} */ name) => join(root, `test-results/${name}.json`);

/** The media package, which has its own configurations. */
export const MEDIA = 'packages/media';
/** Projects of vitest.config.ts that need no built site. */
const PRODUCT_PROJECTS = ['contract', 'server', 'site', 'apart', 'scripts'];

/**
 * @param {Pick<Step, 'name' | 'title' | 'seconds' | 'inputs'> & Partial<Step>} step
 * @param {string[]} projects of its vitest.config.ts; all if empty
 * @param {{ folder?: string, flags?: string[] }} [options] `folder`: a folder with its own vitest.config.ts
 * @returns {Step}
 */
export function vitest(step, projects, { folder, flags: more = [] } = {}) {
  const resultFile = resultFileOf(step.name);
  const flags = [
    ...more,
    ...(folder ? [`--config=${folder}/vitest.config.ts`] : []),
    '--reporter=default',
    `--reporter=${join(root, 'scripts/test/vitest-results.ts')}`,
  ];
  return {
    alone: true,
    ...step,
    commands: [[bin('vitest'), 'run', ...projects.map((name) => `--project=${name}`), ...flags]],
    resultFile,
  };
}

/**
 * @param {Pick<Step, 'name' | 'title' | 'seconds' | 'inputs'> & Partial<Step>} step
 * @param {string[]} flags which projects of playwright.config.ts, and how many workers
 * @returns {Step}
 */
export function journeys(step, flags) {
  return {
    alone: true,
    needsSite: true,
    ...step,
    commands: [
      [
        bin('playwright'),
        'test',
        ...flags,
        `--output=${join(root, 'test-results/journeys', step.name)}`,
        `--reporter=list,${join(root, 'scripts/test/journey-results.ts')}`,
      ],
    ],
    resultFile: resultFileOf(step.name),
    needs: 'Chromium',
  };
}

/** @type {Step} */
export const build = {
  name: 'build',
  title: 'Site build',
  seconds: 9,
  commands: [['scripts/build.mjs']],
  inputs: [...site, ...builder],
};

/** @type {Step[]} */
export const checks = [
  // Longest first, so that shorter steps run in parallel.
  {
    name: 'types',
    title: 'Types',
    seconds: 15,
    commands: [['scripts/check-types.ts']],
    inputs: [...code, '**/tsconfig*.json', '**/package.json', '**/*.json', '!bench/peers/**'],
  },
  {
    name: 'lint',
    title: 'Lint and format',
    seconds: 11,
    commands: [[bin('biome'), 'ci', '--error-on-warnings']],
    inputs: ['**/*.{ts,tsx,mjs,js,astro,json,jsonc,css,html}', '!bench/peers/**', 'scripts/testing/*.grit'],
  },
  {
    name: 'imports',
    title: 'Import rules',
    seconds: 8,
    commands: [['scripts/check-imports.ts']],
    inputs: [...code, '.dependency-cruiser.mjs', '**/package.json', 'src/**/*.css'],
  },
  {
    name: 'conventions',
    title: 'Conventions',
    seconds: 4,
    commands: [['scripts/check-conventions.ts']],
    inputs: [...code, 'docs/glossary.md', '.dependency-cruiser.mjs'],
  },
  vitest(
    {
      name: 'joined',
      title: 'What new things must join',
      seconds: 6,
      alone: false,
      inputs: [],
      whole: [
        '{contract,server,demo,src,e2e}/**/*.{ts,tsx,astro,sql}',
        'src/content/**/*.{json,md}',
        '**/*.joined.test.ts',
      ],
    },
    ['joined'],
  ),
  {
    name: 'texts',
    title: 'Text nodes of islands',
    seconds: 7,
    commands: [['scripts/check-text-nodes.ts']],
    inputs: [
      'src/**/*.{ts,tsx}',
      `!${tests}`,
      'scripts/check-text-nodes.ts',
      'scripts/architecture/text-nodes.ts',
    ],
  },
  {
    name: 'messages',
    title: 'Messages',
    seconds: 1,
    commands: [['scripts/check-messages.ts']],
    inputs: [
      'src/content/messages/**',
      '{src,contract}/**/*.{ts,tsx,astro}',
      `!${tests}`,
      'scripts/check-messages.ts',
      'scripts/messages/*',
    ],
  },
  {
    name: 'content',
    title: 'Content',
    seconds: 1,
    commands: [['scripts/check-content.ts']],
    inputs: [
      'src/content/**',
      'public/**',
      'demo/{cast.ts,cast/**}',
      'contract/**',
      'server/{content,config}/**',
      'scripts/check-content.ts',
      'scripts/content/*',
      `!${tests}`,
    ],
  },
  {
    name: 'licences',
    title: 'Licences',
    seconds: 1,
    commands: [['scripts/check-licences.ts']],
    inputs: ['package-lock.json', 'scripts/check-licences.ts', 'scripts/lib/licences.ts'],
  },
  {
    name: 'docs',
    title: 'Docs',
    seconds: 1,
    commands: [['scripts/check-docs.ts']],
    // Code and documents name each other; titles of tests name rows of the specification.
    inputs: [
      '**/*.md',
      '**/*.{ts,tsx,astro,mjs,sql,yaml}',
      'Dockerfile',
      '.env.example',
      '.ci/*',
      'package.json',
      '!src/content/**',
      '!bench/peers/**',
    ],
  },
  {
    name: 'dead',
    title: 'Dead code',
    seconds: 3,
    commands: [[bin('knip'), '--treat-config-hints-as-errors']],
    // Without it, vitest.config.ts leaves out the component tests, and their setup would count as dead.
    env: { CHROMIUM_PATH: 'found' },
    inputs: [...code, 'src/**/*.css', '**/package.json', 'knip.jsonc', '.ci/*', 'public/sw.js'],
  },
];

/** @type {Record<SuiteName, Suite>} */
export const suites = {
  check: { needs: [], steps: checks },
  product: {
    needs: ['Chromium', 'PostgreSQL', 'Redis'],
    steps: [
      build,
      // The longest first; checks, component tests and sizes run beside it, one after the other.
      vitest(
        {
          name: 'vitest',
          title: 'Unit and server tests',
          seconds: 150,
          alone: false,
          inputs: [
            '{contract,server,demo,src,scripts,bench,packages,public,docs}/**',
            '.ci/*',
            '.*',
            '*',
            '!**/*.faults.test.ts',
            '!bench/peers/**',
          ],
        },
        PRODUCT_PROJECTS,
      ),
      ...checks,
      vitest(
        {
          name: 'components',
          title: 'Component tests',
          seconds: 75,
          alone: false,
          needs: 'Chromium',
          inputs: ['{contract,src,public}/**', 'vitest.config.ts'],
        },
        ['components'],
      ),
      {
        name: 'sizes',
        title: 'Size budgets',
        seconds: 40,
        commands: [['scripts/check-sizes.ts']],
        inputs: [...site, 'scripts/check-sizes.ts', 'scripts/sizes/*'],
        // Mostly waits for pages to finish loading, so it runs in parallel with the built site's suite.
        needsSite: true,
      },
      vitest(
        {
          name: 'built',
          title: 'Built site',
          seconds: 75,
          needsSite: true,
          alone: false,
          inputs: ['{src,server,contract,demo,e2e,public}/**'],
          whole: answers,
        },
        ['built'],
      ),
      journeys(
        {
          name: 'main',
          title: 'Main journeys',
          seconds: 65,
          inputs: ['{src,server,contract,demo,e2e,public}/**', 'packages/media/**'],
          whole: ['playwright.config.ts', 'e2e/support/{test,product,setup}.ts'],
        },
        ['--project=main', '--project=main-live', '--workers=2'],
      ),
    ],
  },
  journeys: {
    needs: ['Chromium', 'Firefox', 'WebKit'],
    steps: [
      build,
      vitest(
        {
          name: 'webkit',
          title: 'Journey in WebKit',
          seconds: 45,
          needsSite: true,
          needs: 'WebKit',
          inputs: ['e2e/webkit/*', 'e2e/support/webdriver.ts'],
        },
        ['webkit'],
      ),
      journeys(
        {
          name: 'pages',
          title: 'Page journeys',
          seconds: 360,
          inputs: ['{src,server,contract,demo,e2e,public}/**', 'packages/media/**'],
        },
        ['--project=pages'],
      ),
      // Live media, its server and the browser share the processors, so one worker runs alone.
      journeys(
        {
          name: 'live',
          title: 'Live journeys',
          seconds: 340,
          inputs: ['{src,server,contract,demo,e2e}/**', 'packages/media/**'],
        },
        ['--project=live', '--workers=1'],
      ),
    ],
  },
  media: {
    needs: ['Chromium', 'Firefox', 'coturn', 'Janus', 'GStreamer', 'FFmpeg', 'PostgreSQL'],
    steps: [
      build,
      // These mostly wait for pictures, so that two at once have processors to spare.
      journeys(
        {
          name: 'media',
          title: 'Media journeys',
          seconds: 210,
          alone: false,
          needsSite: false,
          inputs: ['packages/media/**', '!**/*.md'],
          whole: ['packages/media/playwright.config.ts'],
        },
        ['-c', MEDIA],
      ),
      vitest(
        {
          name: 'conformance',
          title: 'Conformance program',
          seconds: 20,
          alone: false,
          inputs: [],
          whole: ['packages/whip-conformance/**', '!**/*.md'],
        },
        ['conformance'],
      ),
      vitest(
        {
          name: 'protocol',
          title: 'Media server, gateways and player',
          seconds: 160,
          alone: false,
          inputs: ['packages/**', '!**/*.md'],
          whole: ['packages/media/vitest.config.ts'],
        },
        [],
        { folder: MEDIA },
      ),
      journeys(
        {
          name: 'janus',
          title: 'Live journeys with Janus, and about the media server',
          seconds: 260,
          inputs: ['e2e/{live-more,firefox}/*'],
          repeats: true,
        },
        ['--project=live-more', '--project=janus', '--workers=1'],
      ),
    ],
  },
  faults: {
    needs: ['Chromium', 'PostgreSQL', 'Redis'],
    steps: [
      build,
      vitest(
        {
          name: 'pglite',
          title: 'Suites repeated on PGlite',
          seconds: 25,
          inputs: [],
          whole: ['server/db/opening/open-pglite*.ts', 'server/db/migrations/**'],
          repeats: true,
        },
        ['server on PGlite'],
      ),
      vitest(
        {
          name: 'faults',
          title: 'Kills, crashes, failing starts, another brand and language',
          seconds: 400,
          needsSite: true,
          inputs: ['{src,server,contract,demo,e2e,scripts,docs}/**', '*'],
        },
        ['server faults', 'faults'],
      ),
      journeys(
        {
          name: 'kills',
          title: 'Journeys through a kill, and with another configuration',
          seconds: 170,
          inputs: ['e2e/**'],
        },
        ['--project=faults'],
      ),
    ],
  },
};
