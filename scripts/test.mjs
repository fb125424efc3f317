// @ts-check
// npm test: everything that can be checked, in order, to the end; runs on plain Node 20.
//   node scripts/test.mjs --only=types,vitest     some parts
//   REQUIRE_SERVICES=1                            a missing browser, TURN server, Janus, GStreamer, FFmpeg, PostgreSQL or Redis is a failure
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countTests } from './lib/counts.mjs';
import { endAll, runToEnd } from './lib/processes.mjs';
import {
  findBrowser,
  findFfmpeg,
  findFirefox,
  findGstreamer,
  findJanus,
  findPostgres,
  findRedis,
  findTurnServer,
  hasJava,
} from './lib/services.mjs';
import { ensureInstalled, node24, root } from './lib/toolchain.mjs';

const vitestReport = join(root, 'test-results/vitest.json');
const builtReport = join(root, 'test-results/vitest-built.json');

/**
 * A step that is `alone` has the machine to itself and prints as it goes; of the others two run at once, and each prints
 * when it is done. What `needsSite` is not tried where the site could not be built; what is `afterBuild` writes to the same
 * folder as the build (.astro).
 * @typedef {{ name: string, title: string, commands: string[][], report?: string, env?: Record<string, string>,
 *   browser?: boolean, alone?: boolean, needsSite?: boolean, afterBuild?: boolean }} Step
 */

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

const vitest = (/** @type {string} */ projects, /** @type {string} */ report) => [
  ...[bin('vitest'), 'run', `--project=${projects}`],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
];

/** @type {Step[]} */
const steps = [
  { name: 'build', title: 'Site build', commands: [['scripts/build.mjs']] },
  { name: 'lint', title: 'Lint and format', commands: [[bin('biome'), 'ci', '--error-on-warnings']] },
  { name: 'imports', title: 'Import rules', commands: [['scripts/check-imports.ts']] },
  { name: 'messages', title: 'Messages', commands: [['scripts/check-messages.ts']] },
  { name: 'content', title: 'Content', commands: [['scripts/check-content.ts']] },
  { name: 'docs', title: 'Docs', commands: [['scripts/check-docs.ts']] },
  { name: 'dead', title: 'Dead code', commands: [[bin('knip'), '--treat-config-hints-as-errors']] },
  {
    name: 'types',
    title: 'Types',
    // Everything tsc would find, and .astro files.
    commands: [[bin('astro'), 'check']],
    afterBuild: true,
  },
  {
    name: 'vitest',
    title: 'Vitest',
    commands: [vitest('!built', vitestReport)],
    report: vitestReport,
    alone: true,
  },
  {
    name: 'sizes',
    title: 'Size budgets',
    commands: [['scripts/check-sizes.ts']],
    alone: true,
    needsSite: true,
  },
  {
    name: 'built',
    title: 'Vitest on the built site',
    commands: [vitest('built', builtReport)],
    report: builtReport,
    alone: true,
    needsSite: true,
  },
  journeys('pages', 'Journeys in the browser', ['--project=pages']),
  // Live media, its server and the browser share the processors: nothing beside them.
  journeys('live', 'Journeys with live media', [
    ...['live', 'firefox', 'janus', 'janus-firefox'].map((project) => `--project=${project}`),
    '--workers=1',
  ]),
];

/**
 * @param {string} name
 * @param {string} title
 * @param {string[]} flags which of playwright.config.ts, and how many at once
 * @returns {Step}
 */
function journeys(name, title, flags) {
  const report = join(root, `test-results/journeys-${name}.json`);
  return {
    name,
    title,
    commands: [[bin('playwright'), 'test', ...flags, `--output=test-results/journeys-${name}`]],
    report,
    env: { JOURNEYS_REPORT: report },
    browser: true,
    alone: true,
    needsSite: true,
  };
}

const nothing = { passed: 0, failed: 0, skipped: 0, again: 0 };
/** Tests that may need their second try; more of them is a fault, not a slow machine. */
const MOST_AGAIN = 4;

const head = (/** @type {string} */ title) => `\n── ${title} ${'─'.repeat(Math.max(3, 70 - title.length))}\n`;

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

const started = Date.now();
const outcomes = await performAll();
if (!stopping) {
  await endAll();
  summarise(outcomes);
}

/** In order, two at once, and those alone that are to be. */
async function performAll() {
  /** @type {Awaited<ReturnType<typeof perform>>[]} */
  const done = [];
  /** @type {Set<Promise<void>>} */
  const going = new Set();
  /** @type {Set<string>} */
  const running = new Set();
  for (const step of chosen) {
    const isWaiting = () => going.size > (step.alone ? 0 : 1) || (step.afterBuild && running.has('build'));
    while (isWaiting()) await Promise.race(going);
    if (stopping) break;
    const isBuilt = done.every(({ name, ok }) => name !== 'build' || ok);
    const work = (step.needsSite && !isBuilt ? refuse(step) : perform(step)).then((outcome) => {
      done.push(outcome);
      going.delete(work);
      running.delete(step.name);
    });
    going.add(work);
    running.add(step.name);
    if (step.alone) await work;
  }
  await Promise.all(going);
  return done;
}

async function findServices() {
  const wanted = [
    {
      name: 'Chromium',
      variable: 'CHROMIUM_PATH',
      found: findBrowser(),
      without: 'component tests and the journeys in the browser',
    },
    {
      name: 'Firefox',
      variable: 'FIREFOX_PATH',
      found: findFirefox(),
      without: 'the journeys in Firefox',
    },
    {
      name: 'coturn',
      variable: 'TURNSERVER_PATH',
      found: findTurnServer(),
      without: 'the journeys through a TURN server',
    },
    {
      name: 'Janus',
      variable: 'JANUS_PATH',
      found: findJanus(),
      without: 'the tests and journeys with Janus',
    },
    {
      name: 'GStreamer',
      variable: 'GSTREAMER_PATH',
      found: findGstreamer(),
      without: 'the tests and journeys with GStreamer',
    },
    {
      name: 'FFmpeg',
      variable: 'NODE_AV_PATH',
      found: findFfmpeg(),
      without: 'the tests and the journey with FFmpeg',
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
  // Beside html-validate, which needs nothing: no reason to fail.
  if (!hasJava()) console.log('Java: not found, left out: the Nu validator');
  return {
    missing: wanted.filter(({ found }) => !found).map(({ name }) => name),
    env: Object.fromEntries(wanted.flatMap(({ variable, found }) => (found ? [[variable, found.url]] : []))),
  };
}

/** @param {Step} step */
async function perform(step) {
  const begun = Date.now();
  if (step.browser && services.missing.includes('Chromium')) {
    process.stdout.write(`${head(step.title)}Left out: no browser.\n`);
    return { ...step, ok: true, left: true, seconds: 0, tests: nothing };
  }
  if (step.report) rmSync(step.report, { force: true });
  /** @type {Buffer[]} */
  const said = [];
  if (step.alone) process.stdout.write(head(step.title));
  let ok = true;
  for (const command of step.commands) {
    const options = { env: { ...env, ...step.env }, ...(step.alone ? {} : { said }) };
    ok = (await runToEnd(node24, command, options)) === 0 && ok;
  }
  const tests = step.report ? countTests(step.report) : nothing;
  const seconds = (Date.now() - begun) / 1000;
  if (!step.alone) process.stdout.write(`${head(step.title)}${Buffer.concat(said)}`);
  console.log(`${ok ? 'ok' : 'FAILED'} · ${step.title} · ${seconds.toFixed(1)} s`);
  return { ...step, ok, left: false, seconds, tests };
}

/** @param {Step} step */
async function refuse(step) {
  process.stdout.write(`${head(step.title)}Not tried: the site could not be built.\n`);
  return { ...step, ok: false, left: false, seconds: 0, tests: nothing };
}

/** @param {Awaited<ReturnType<typeof perform>>[]} done */
function summarise(done) {
  const strict = process.env.REQUIRE_SERVICES === '1';
  const sum = (/** @type {keyof typeof nothing} */ key) =>
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
  const again = sum('again');
  const tooMany = again > MOST_AGAIN;
  if (again > 0)
    console.log(`${tooMany ? 'FAILED  ' : 'again   '}  ${again} tests passed at their second try`);
  const failed = sum('failed') + broken + missing.length + (strict ? skipped : 0) + (tooMany ? again : 0);
  console.log(
    `${sum('passed')} passed, ${failed} failed · ${((Date.now() - started) / 60_000).toFixed(1)} minutes`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}
