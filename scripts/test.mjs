// @ts-check
// npm test and related commands: runs all steps of a suite, even after a failure. Runs on plain Node 20.
//   node scripts/test.mjs              the product
//   node scripts/test.mjs media        another suite of scripts/test/steps.mjs
//   node scripts/test.mjs quick        what changed files can affect; --since=main: changed since a commit or branch
//   … --only=types,vitest              some of its steps
//   REQUIRE_SERVICES=1                 fails if a browser or service of the suite is missing
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endAll, runToEnd } from './lib/processes.mjs';
import { ensureInstalled, node24, root } from './lib/toolchain.mjs';
import { changedFiles } from './test/changed.mjs';
import { findServices } from './test/find-services.mjs';
import { quickSuite } from './test/quick.mjs';
import { noResults, readResults } from './test/read-results.mjs';
import { suites } from './test/steps.mjs';
import { summarise } from './test/summary.mjs';

/** @typedef {import('./test/steps.mjs').Step} Step */
/** @typedef {import('./test/summary.mjs').Outcome & { name: string }} Outcome */

const { name, suite, chosen } = readArguments(process.argv.slice(2));

let stopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    stopping = true;
    void endAll().then(() => process.exit(1));
  });
}

await ensureInstalled({ dev: true });
const services = await findServices(suite.needs);
/** Data folder that the products of all steps start from (e2e/support/template). */
const shared = mkdtempSync(join(tmpdir(), 'vonk-shared-'));
process.once('exit', () => rmSync(shared, { recursive: true, force: true }));
const env = {
  ...process.env,
  PATH: `${dirname(node24)}:${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
  ASTRO_TELEMETRY_DISABLED: '1',
  VONK_SHARED_TEMPLATE: join(shared, 'template'),
  ...services.env,
};
mkdirSync(join(root, 'test-results'), { recursive: true });

const started = Date.now();
const outcomes = await performAll();
if (!stopping) {
  await endAll();
  const strict = process.env.REQUIRE_SERVICES === '1';
  const { lines, failed } = summarise(outcomes, {
    missing: services.missing,
    strict,
    seconds: (Date.now() - started) / 1000,
  });
  const summary = `${head('Summary')}${lines.join('\n')}\n`;
  process.stdout.write(summary);
  // For .ci/run, which runs several suites and repeats their summaries at the end.
  writeFileSync(join(root, `test-results/${name}.summary.txt`), summary);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {string[]} args */
function readArguments(args) {
  const name = args.find((argument) => !argument.startsWith('--')) ?? 'product';
  const option = (/** @type {string} */ flag) =>
    args.find((argument) => argument.startsWith(`--${flag}=`))?.slice(flag.length + 3);
  const suite =
    name === 'quick'
      ? quickSuite(changedFiles(option('since')))
      : Object.entries(suites).find(([one]) => one === name)?.[1];
  if (!suite) refuse(`Unknown suite ${name}. Suites: ${[...Object.keys(suites), 'quick'].join(', ')}`);
  const only = option('only')?.split(',');
  const unknown = only?.filter((one) => !suite.steps.some((step) => step.name === one)) ?? [];
  if (unknown.length > 0)
    refuse(`Unknown step ${unknown.join(', ')}. Steps: ${suite.steps.map((step) => step.name).join(', ')}`);
  return { name, suite, chosen: suite.steps.filter((step) => !only || only.includes(step.name)) };
}

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(message);
  process.exit(2);
}

/** Runs the steps in order, two at once, and steps with `alone` by themselves. */
async function performAll() {
  /** @type {Outcome[]} */
  const done = [];
  /** @type {Set<Promise<void>>} */
  const going = new Set();
  /** @type {Set<string>} */
  const running = new Set();
  for (const step of chosen) {
    const isWaiting = () =>
      going.size > (step.alone ? 0 : 1) || ((step.afterBuild || step.needsSite) && running.has('build'));
    while (isWaiting()) await Promise.race(going);
    if (stopping) break;
    const isBuilt = done.every(({ name, ok }) => name !== 'build' || ok);
    const work = (step.needsSite && !isBuilt ? skipUnbuilt(step) : perform(step)).then((outcome) => {
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

/** @param {Step} step @returns {Promise<Outcome>} */
async function perform(step) {
  const begun = Date.now();
  if (step.needs && services.missing.includes(step.needs)) {
    process.stdout.write(`${headOf(step)}Left out: ${step.needs} was not found.\n`);
    return outcomeOf(step, { left: true });
  }
  if (step.resultFile) rmSync(step.resultFile, { force: true });
  /** @type {Buffer[]} */
  const output = [];
  if (step.alone) process.stdout.write(headOf(step));
  let ok = true;
  for (const command of step.commands) {
    const options = { env: { ...env, ...step.env }, ...(step.alone ? {} : { output }) };
    ok = (await runToEnd(node24, command, options)) === 0 && ok;
  }
  const results = step.resultFile ? readResults(step.resultFile) : noResults;
  const seconds = (Date.now() - begun) / 1000;
  if (!step.alone) process.stdout.write(`${headOf(step)}${Buffer.concat(output)}`);
  console.log(
    `${ok ? 'ok' : 'FAILED'} · ${step.title} · ${seconds.toFixed(1)} s, expected ${step.seconds} s`,
  );
  return outcomeOf(step, { ok, seconds, results });
}

/** @param {Step} step @returns {Promise<Outcome>} */
async function skipUnbuilt(step) {
  process.stdout.write(`${headOf(step)}Not run: the site could not be built.\n`);
  return outcomeOf(step, { ok: false });
}

/** @param {Step} step @param {Partial<Outcome>} outcome @returns {Outcome} */
function outcomeOf({ name, title, seconds: expected }, outcome) {
  return { name, title, expected, ok: true, left: false, seconds: 0, results: noResults, ...outcome };
}

/** @param {Step} step */
function headOf(step) {
  return head(`${chosen.indexOf(step) + 1} of ${chosen.length} · ${step.title} · expected ${step.seconds} s`);
}

/** @param {string} title */
function head(title) {
  return `\n── ${title} ${'─'.repeat(Math.max(3, 74 - title.length))}\n`;
}
