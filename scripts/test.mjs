// @ts-check
// npm test: everything that can be checked, in order, to the end; runs on plain Node 20.
//   node scripts/test.mjs --only=types,vitest     some parts
//   REQUIRE_SERVICES=1                            a missing browser, PostgreSQL or Redis is a failure
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countTests } from './lib/counts.mjs';
import { endAll, runToEnd } from './lib/processes.mjs';
import { findBrowser, findPostgres, findRedis } from './lib/services.mjs';
import { ensureInstalled, node24, root } from './lib/toolchain.mjs';

const vitestReport = join(root, 'test-results/vitest.json');
const playwrightReport = join(root, 'test-results/playwright.json');

/** @typedef {{ name: string, title: string, commands: string[][], report?: string }} Step */

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/** @type {Step[]} */
const steps = [
  {
    name: 'types',
    title: 'Types',
    commands: [
      [bin('astro'), 'check'],
      [bin('tsc'), '--noEmit'],
    ],
  },
  { name: 'lint', title: 'Lint and format', commands: [[bin('biome'), 'ci', '--error-on-warnings']] },
  { name: 'imports', title: 'Architecture', commands: [['scripts/check-imports.ts']] },
  { name: 'messages', title: 'Messages', commands: [['scripts/check-messages.ts']] },
  { name: 'categories', title: 'Categories', commands: [['scripts/check-categories.ts']] },
  { name: 'docs', title: 'Papers', commands: [['scripts/check-docs.ts']] },
  { name: 'dead', title: 'Dead code', commands: [[bin('knip'), '--treat-config-hints-as-errors']] },
  {
    name: 'vitest',
    title: 'Vitest',
    commands: [
      [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    ],
    report: vitestReport,
  },
  { name: 'build', title: 'Site build', commands: [['scripts/build.mjs']] },
  { name: 'sizes', title: 'Size budgets', commands: [['scripts/check-sizes.ts']] },
  { name: 'html', title: 'Valid HTML', commands: [['scripts/check-html.ts']] },
  {
    name: 'e2e',
    title: 'Journeys in the browser',
    commands: [[bin('playwright'), 'test']],
    report: playwrightReport,
  },
];

const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Parts: ${steps.map((step) => step.name).join(', ')}`);
  process.exit(2);
}
const chosen = steps.filter((step) => !only || only.includes(step.name));

let stopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    stopping = true;
    void endAll().then(() => process.exit(1));
  });
}

await ensureInstalled({ dev: true });
const services = await findServices();
const env = {
  ...process.env,
  PATH: `${dirname(node24)}:${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
  ASTRO_TELEMETRY_DISABLED: '1',
  ...services.env,
};
mkdirSync(join(root, 'test-results'), { recursive: true });

const outcomes = [];
for (const step of chosen) if (!stopping) outcomes.push(await perform(step));
if (!stopping) {
  await endAll();
  summarise(outcomes);
}

async function findServices() {
  const wanted = [
    {
      name: 'Chromium',
      variable: 'CHROMIUM_PATH',
      found: findBrowser(),
      without: 'the journeys in the browser',
    },
    {
      name: 'PostgreSQL',
      variable: 'TEST_DATABASE_URL',
      found: await findPostgres(),
      without: 'PostgreSQL tests',
    },
    { name: 'Redis', variable: 'TEST_REDIS_URL', found: await findRedis(), without: 'Redis tests' },
  ];
  for (const { name, found, without } of wanted) {
    console.log(found ? `${name}: ${found.url} (${found.how})` : `${name}: not found, left out: ${without}`);
  }
  return {
    missing: wanted.filter(({ found }) => !found).map(({ name }) => name),
    env: Object.fromEntries(wanted.flatMap(({ variable, found }) => (found ? [[variable, found.url]] : []))),
  };
}

/** @param {Step} step */
async function perform(step) {
  const started = Date.now();
  console.log(`\n── ${step.title} ${'─'.repeat(Math.max(3, 70 - step.title.length))}`);
  const nothing = { passed: 0, failed: 0, skipped: 0 };
  if (step.name === 'e2e' && services.missing.includes('Chromium')) {
    console.log('Left out: no browser.');
    return { ...step, ok: true, left: true, seconds: 0, tests: nothing };
  }
  if (step.report) rmSync(step.report, { force: true });
  let ok = true;
  for (const command of step.commands) ok = (await runToEnd(node24, command, { env })) === 0 && ok;
  const tests = step.report ? countTests(step.report) : nothing;
  const seconds = (Date.now() - started) / 1000;
  console.log(`${ok ? 'ok' : 'FAILED'} · ${step.title} · ${seconds.toFixed(1)} s`);
  return { ...step, ok, left: false, seconds, tests };
}

/** @param {Awaited<ReturnType<typeof perform>>[]} done */
function summarise(done) {
  const strict = process.env.REQUIRE_SERVICES === '1';
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    done.reduce((all, { tests }) => all + tests[key], 0);
  // A check that is no test, or a suite that broke before it counted, still must not read as "0 failed".
  const broken = done.filter(({ ok, tests }) => !ok && tests.failed === 0).length;
  const missing = strict ? services.missing : [];
  const skipped = sum('skipped');

  console.log(`\n── Summary ${'─'.repeat(63)}`);
  for (const { ok, left, title, seconds } of done) {
    console.log(`${left ? 'left out' : ok ? 'ok      ' : 'FAILED  '}  ${title} (${seconds.toFixed(1)} s)`);
  }
  for (const name of missing) console.log(`FAILED    ${name} is required here and was not found`);
  if (skipped > 0) console.log(`${strict ? 'FAILED  ' : 'left out'}  ${skipped} tests did not run`);
  const failed = sum('failed') + broken + missing.length + (strict ? skipped : 0);
  console.log(`${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
