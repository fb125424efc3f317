// Runs steps of suites. The commands are in main.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endAll, runToEnd } from '../lib/processes.mjs';
import { node24, root } from '../lib/toolchain.mjs';
import { measureCpu } from './cpu.ts';
import { findServices, type Service } from './find-services.mjs';
import { noResults, RESULTS_VARIABLE, readResults } from './results.ts';
import type { Step } from './steps.mjs';
import { type Outcome, type Run, summarise } from './summary.ts';

const isTerminal = process.stdout.isTTY === true;

/** Also removes colours that a program writes although it is asked not to. */
const print = (line: string) => console.log(isTerminal ? line : stripVTControlCharacters(line));

interface Options {
  /** Steps done before, in the same run. */
  before?: readonly Outcome[];
  mayStart?: (step: Step, done: readonly Outcome[]) => boolean;
  /** Until all must have ended. */
  secondsLeft?: () => number;
}

/** Runs steps with the services found so far. Ends all that it started when the process gets a signal. */
export function openRunner() {
  const started = Date.now();
  /** Data folder that the products of all steps start from (e2e/support/template). */
  const shared = mkdtempSync(join(tmpdir(), 'vonk-shared-'));
  process.once('exit', () => rmSync(shared, { recursive: true, force: true }));
  mkdirSync(join(root, 'test-results'), { recursive: true });
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      isStopping = true;
      void endAll().then(() => process.exit(1));
    });
  }
  const missing: Service[] = [];
  const known = new Set<Service>();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${dirname(node24)}:${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    VONK_SHARED_TEMPLATE: join(shared, 'template'),
    // Not NO_COLOR: Node warns about it in Playwright's workers, where FORCE_COLOR is set.
    ...(isTerminal ? {} : { FORCE_COLOR: '0' }),
  };

  async function find(needs: readonly Service[]): Promise<void> {
    const found = await findServices(needs.filter((name) => !known.has(name)));
    for (const name of needs) known.add(name);
    missing.push(...found.missing);
    Object.assign(env, found.env);
  }

  const perform = (step: Step, title: string, secondsLeft = () => 3600): Promise<Outcome> =>
    performStep(step, title, { env, missing, secondsLeft });

  /** Runs the steps in order, two at once, and steps with `alone` by themselves. */
  async function performAll(steps: readonly Step[], options: Options = {}): Promise<Outcome[]> {
    const { before = [], mayStart = () => true, secondsLeft } = options;
    const done: Outcome[] = [];
    const going = new Map<string, Promise<void>>();
    for (const [at, step] of steps.entries()) {
      const isWaiting = () => going.size > (step.alone ? 0 : 1) || (step.needsSite && going.has('build'));
      while (isWaiting()) await Promise.race(going.values());
      if (isStopping) break;
      if (!mayStart(step, [...before, ...done])) continue;
      const isUnbuilt = [...before, ...done].some((one) => one.step.name === 'build' && one.state !== 'ok');
      const title = `${at + 1} of ${steps.length} · ${step.title} · expected ${step.seconds} s`;
      const work = (
        step.needsSite && isUnbuilt ? skipUnbuilt(step, title) : perform(step, title, secondsLeft)
      ).then((outcome) => {
        done.push(outcome);
        going.delete(step.name);
      });
      going.set(step.name, work);
      if (step.alone) await work;
    }
    await Promise.all(going.values());
    return done;
  }

  /** Ends what is still running, and prints and stores the results. */
  async function conclude(outcomes: readonly Outcome[], run: Partial<Run> = {}): Promise<void> {
    if (isStopping) return;
    await endAll();
    const strict = process.env['REQUIRE_SERVICES'] === '1';
    const seconds = (Date.now() - started) / 1000;
    const { lines, failed } = summarise(outcomes, { missing, strict, seconds, ...run });
    print(`${head('Summary')}${lines.join('\n')}`);
    // For scripts/test/profile.ts.
    writeFileSync(join(root, 'test-results/run.json'), JSON.stringify({ seconds, outcomes }));
    process.exitCode = failed > 0 ? 1 : 0;
  }

  return { find, perform, performAll, conclude };
}

export type Runner = ReturnType<typeof openRunner>;

interface StepParts {
  env: NodeJS.ProcessEnv;
  /** Services that were not found. */
  missing: readonly Service[];
  secondsLeft: () => number;
}

async function performStep(
  step: Step,
  title: string,
  { env, missing, secondsLeft }: StepParts,
): Promise<Outcome> {
  const begun = Date.now();
  if (step.needs && missing.includes(step.needs)) {
    print(`${head(title)}Left out: ${step.needs} was not found.`);
    return { step, state: 'left out', seconds: 0, results: noResults };
  }
  if (step.resultFile) rmSync(step.resultFile, { force: true });
  const lines: string[] = [];
  if (step.alone) print(head(title).trimEnd());
  const results = step.resultFile ? { [RESULTS_VARIABLE]: step.resultFile } : {};
  const cpu = measureCpu();
  let isOk = true;
  for (const command of step.commands) {
    const code = await runToEnd(node24, command, {
      env: { ...env, ...step.env, ...results },
      minutes: Math.max(0, secondsLeft() / 60),
      onStart: cpu.add,
      // A terminal's size and colours are for programs that write to it directly.
      ...(step.alone && isTerminal ? {} : { onLine: step.alone ? print : (line) => lines.push(line) }),
    });
    isOk = code === 0 && isOk;
  }
  const seconds = (Date.now() - begun) / 1000;
  const cpuSeconds = cpu.end();
  if (!step.alone) for (const line of [head(title).trimEnd(), ...lines]) print(line);
  const state = isOk ? 'ok' : 'FAILED';
  print(`${state} · ${step.title} · ${seconds.toFixed(1)} s, expected ${step.seconds} s`);
  return {
    step,
    state,
    seconds,
    cpu: cpuSeconds,
    results: step.resultFile ? readResults(step.resultFile) : noResults,
  };
}

async function skipUnbuilt(step: Step, title: string): Promise<Outcome> {
  print(`${head(title)}Not run: the site could not be built.`);
  return { step, state: 'FAILED', seconds: 0, results: noResults };
}

const head = (title: string) => `\n── ${title} ${'─'.repeat(Math.max(3, 74 - title.length))}\n`;
