// @ts-check
// The suites of the test commands with their steps.
import { join } from 'node:path';
import { root } from '../lib/toolchain.mjs';

/**
 * A step with `alone` has the machine to itself and prints continuously. Others run two at once and print at their end.
 * `needs`: left out without this service. `needsSite`: waits for the build and is skipped if it failed. `afterBuild`:
 * writes to the same folder as the build (.astro). `seconds`: expected on two idle cores.
 * @typedef {{ name: string, title: string, commands: string[][], seconds: number, resultFile?: string,
 *   env?: Record<string, string>, needs?: Service, alone?: boolean, needsSite?: boolean, afterBuild?: boolean }} Step
 */

/** @typedef {'check' | 'product' | 'journeys' | 'media' | 'faults'} SuiteName */

/** @typedef {'Chromium' | 'Firefox' | 'WebKit' | 'coturn' | 'Janus' | 'GStreamer' | 'FFmpeg' | 'PostgreSQL' | 'Redis'} Service */

/**
 * `needs`: found, installed or started before the first step; missing ones fail a run with REQUIRE_SERVICES=1.
 * @typedef {{ steps: Step[], needs: Service[] }} Suite
 */

export const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);
/** TypeScript 7, beside the version that `astro check` needs. */
const nativeTsc = join(root, 'node_modules/typescript-native/bin/tsc');
export const resultFileOf = (/** @type {string} */ name) => join(root, `test-results/${name}.json`);

/** The media package, which has its own configurations. */
export const MEDIA = 'packages/media';
/** Projects of vitest.config.ts that need no built site. */
const PRODUCT_PROJECTS = ['contract', 'server', 'site', 'apart', 'components', 'scripts'];

/**
 * @param {Pick<Step, 'name' | 'title' | 'seconds'> & Partial<Step>} step
 * @param {string[]} projects of its vitest.config.ts; all if empty
 * @param {{ folder?: string, flags?: string[] }} [options] `folder`: a folder with its own vitest.config.ts
 * @returns {Step}
 */
export function vitest(step, projects, { folder, flags: more = [] } = {}) {
  const resultFile = resultFileOf(step.name);
  const flags = [
    ...more,
    ...(folder ? [`--config=${folder}/vitest.config.ts`] : []),
    ...['--reporter=default', `--reporter=${join(root, 'scripts/test/vitest-results.ts')}`],
  ];
  return {
    alone: true,
    ...step,
    commands: [[bin('vitest'), 'run', ...projects.map((name) => `--project=${name}`), ...flags]],
    resultFile,
  };
}

/**
 * @param {Pick<Step, 'name' | 'title' | 'seconds'> & Partial<Step>} step
 * @param {string[]} flags which projects of playwright.config.ts, and how many workers
 * @returns {Step}
 */
export function journeys(step, flags) {
  return {
    needsSite: true,
    ...step,
    commands: [
      [
        ...[bin('playwright'), 'test', ...flags],
        `--output=${join(root, 'test-results/journeys', step.name)}`,
        `--reporter=list,${join(root, 'scripts/test/journey-results.ts')}`,
      ],
    ],
    resultFile: resultFileOf(step.name),
    needs: 'Chromium',
    alone: true,
  };
}

/** @type {Step} */
export const build = { name: 'build', title: 'Site build', seconds: 10, commands: [['scripts/build.mjs']] };

/** @type {Step[]} */
export const checks = [
  // Longest first, so that the others run in parallel.
  {
    name: 'types',
    title: 'Types',
    seconds: 20,
    commands: [
      [
        ...[
          nativeTsc,
          '--noEmit',
          '--incremental',
          '--tsBuildInfoFile',
          'node_modules/.cache/types.tsbuildinfo',
        ],
      ],
    ],
  },
  {
    name: 'page-types',
    title: 'Types of pages and components',
    seconds: 20,
    commands: [[bin('astro'), 'check', '--tsconfig', 'tsconfig.pages.json']],
    afterBuild: true,
  },
  {
    name: 'lint',
    title: 'Lint and format',
    seconds: 10,
    commands: [[bin('biome'), 'ci', '--error-on-warnings']],
  },
  { name: 'imports', title: 'Import rules', seconds: 8, commands: [['scripts/check-imports.ts']] },
  { name: 'conventions', title: 'Conventions', seconds: 2, commands: [['scripts/check-conventions.ts']] },
  vitest({ name: 'joined', title: 'What new things must join', seconds: 5, alone: false }, ['joined']),
  { name: 'texts', title: 'Text nodes of islands', seconds: 8, commands: [['scripts/check-text-nodes.ts']] },
  { name: 'messages', title: 'Messages', seconds: 1, commands: [['scripts/check-messages.ts']] },
  { name: 'content', title: 'Content', seconds: 1, commands: [['scripts/check-content.ts']] },
  { name: 'licences', title: 'Licences', seconds: 1, commands: [['scripts/check-licences.ts']] },
  { name: 'docs', title: 'Docs', seconds: 1, commands: [['scripts/check-docs.ts']] },
  {
    name: 'dead',
    title: 'Dead code',
    seconds: 5,
    commands: [[bin('knip'), '--treat-config-hints-as-errors']],
  },
];

/** @type {Record<SuiteName, Suite>} */
export const suites = {
  check: { needs: [], steps: checks },
  product: {
    needs: ['Chromium', 'PostgreSQL', 'Redis'],
    steps: [
      build,
      ...checks,
      vitest({ name: 'vitest', title: 'Unit, server and component tests', seconds: 160 }, PRODUCT_PROJECTS),
      {
        name: 'sizes',
        title: 'Size budgets',
        seconds: 45,
        commands: [['scripts/check-sizes.ts']],
        // Mostly waits for pages to finish loading, so it runs in parallel with the built site's suite.
        needsSite: true,
      },
      vitest({ name: 'built', title: 'Built site', seconds: 70, needsSite: true, alone: false }, ['built']),
      journeys({ name: 'main', title: 'Main journeys', seconds: 90 }, [
        ...['--project=main', '--project=main-live', '--workers=2'],
      ]),
    ],
  },
  journeys: {
    needs: ['Chromium', 'Firefox', 'WebKit'],
    steps: [
      build,
      vitest({ name: 'webkit', title: 'Journey in WebKit', seconds: 30, needsSite: true, needs: 'WebKit' }, [
        'webkit',
      ]),
      journeys({ name: 'pages', title: 'Page journeys', seconds: 220 }, ['--project=pages']),
      // Live media, its server and the browser share the processors, so one worker runs alone.
      journeys({ name: 'live', title: 'Live journeys', seconds: 145 }, ['--project=live', '--workers=1']),
    ],
  },
  media: {
    needs: ['Chromium', 'Firefox', 'coturn', 'Janus', 'GStreamer', 'FFmpeg', 'PostgreSQL'],
    steps: [
      build,
      vitest({ name: 'conformance', title: 'Conformance program', seconds: 20 }, ['conformance']),
      vitest({ name: 'protocol', title: 'Media server, gateways and player', seconds: 150 }, [], {
        folder: MEDIA,
      }),
      journeys({ name: 'media', title: 'Media journeys', seconds: 180, needsSite: false }, ['-c', MEDIA]),
      journeys(
        { name: 'janus', title: 'Live journeys with Janus, and about the media server', seconds: 300 },
        [...['--project=live-more', '--project=janus', '--workers=1']],
      ),
    ],
  },
  faults: {
    needs: ['Chromium', 'PostgreSQL', 'Redis'],
    steps: [
      build,
      vitest({ name: 'pglite', title: 'Suites repeated on PGlite', seconds: 15 }, ['server on PGlite']),
      vitest({ name: 'dutch', title: 'Components in Dutch', seconds: 75 }, ['components in Dutch']),
      vitest(
        {
          name: 'faults',
          title: 'Kills, crashes, failing starts, another brand and language',
          seconds: 240,
          needsSite: true,
        },
        ['server faults', 'faults'],
      ),
      journeys(
        { name: 'kills', title: 'Journeys through a kill, and with another configuration', seconds: 130 },
        ['--project=faults'],
      ),
    ],
  },
};
