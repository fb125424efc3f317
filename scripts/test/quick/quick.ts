// npm run quick: the steps whose inputs have changed, and of their tests those that the changes can affect.
import { matchesGlob } from 'node:path/posix';
import { type Affected, affectedTests } from '../../architecture/affected-tests.ts';
import { type FileGraph, isTest } from '../../architecture/file-graph.ts';
import type { SourceText } from '../../architecture/parse.ts';
import { everything, unchecked } from '../inputs.mjs';
import { build, type Service, type Step, suites } from '../steps.mjs';
import type { Change } from './changed.ts';
import { allSteps, type Configurations, stepsOf } from './owners.ts';
import { topicScore } from './topics.ts';

export interface Project {
  /** All files. */
  paths: readonly string[];
  /** Those with code. */
  sources: readonly SourceText[];
  graph: FileGraph;
  configurations: Configurations;
}

export interface Plan {
  steps: Step[];
  needs: Service[];
  /** One line per step and test file: why it runs. */
  reasons: string[];
  /** Changed files that no step claims. */
  unclaimed: string[];
}

/** At most as many tests of a step that did not change themselves, the nearest first. */
const limits = { vitest: 80, far: 20, built: 12, journeys: 3 };
/** More imports between a change and a test make the test a far one. */
const NEAR = 2;
/** Slow, or in need of more programs: they run only for changes of their own, or of a file that they name or import. */
function isTooSlow(test: string, step: Step, { change, distance }: Affected): boolean {
  if (/^e2e\/firefox\/|\/firefox\.spec\.ts$/.test(test)) return distance > 1;
  if (!['faults', 'kills'].includes(step.name)) return false;
  return distance > (test.startsWith('e2e/') && !change.startsWith('e2e/') ? 0 : 1);
}
/** Changes of pages run the tests of their topic and those that look at every page of an area or of the public site. */
const pages = ['src/{pages,layouts,components,content}/**', 'public/**', '!src/content/messages/**'];
const area = /^src\/(?:pages|components|layouts)\/(?:.*\/)?(?:desk|studio|settings|messenger)\b/i;
const ofEveryPage = /^e2e\/built\/pages\/(?:html|pages|routes|without-script|language)\.test\.ts$/;
const ofPublicPages = /^e2e\/built\/pages\/(?:seo|errors|redirects)\.test\.ts$/;

/** A test of this score has half of the words of its name in common with a changed file. */
const SCORE_MIN = 1.5;

/** Changes that journeys show besides component tests. Those of the server are shown by its own tests. */
const visible = [
  'src/{islands,enhance,pages,components,layouts,styles,lib}/**',
  'public/**',
  'src/*.ts',
  'packages/media/{player,publisher,stage}/**',
];
/** Changes that tests of the built site show, besides those for which the step runs as a whole. */
const served = ['{src,server,contract}/**'];

/** Programs that a test file needs, by its path. */
const programs: readonly [RegExp, Service][] = [
  [/firefox/, 'Firefox'],
  [/webkit/, 'WebKit'],
  [/janus/, 'Janus'],
  [/gstreamer/, 'GStreamer'],
  [/ffmpeg/, 'FFmpeg'],
  [/relay/, 'coturn'],
  [/redis|several-nodes/, 'Redis'],
  [/\.browser\.test|\.spec\.ts$|^e2e\//, 'Chromium'],
  [/^(?:server|src|demo|scripts)\//, 'PostgreSQL'],
];

/** Whether a path is among globs, of which those with `!` exclude. */
export const isAmong = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => !glob.startsWith('!') && matchesGlob(path, glob)) &&
  !globs.some((glob) => glob.startsWith('!') && matchesGlob(path, glob.slice(1)));

const hasTests = (step: Step) => step.resultFile !== undefined;

export function planQuick(changes: readonly Change[], project: Project): Plan {
  const all = changes.find(({ path }) => isAmong(path, everything));
  if (all) {
    const { steps, needs } = suites.product;
    return { steps, needs, unclaimed: [], reasons: [`the whole product, because ${all.path} changed`] };
  }
  const chosen = new Map<Step, string>();
  for (const step of allSteps) {
    const globs = [...(hasTests(step) ? [] : step.inputs), ...(step.whole ?? [])];
    // A link may lead to a deleted file.
    const change = changes.find(
      ({ path, isGone }) => isAmong(path, globs) || (isGone && step.name === 'docs'),
    );
    if (change) chosen.set(step, change.path);
  }
  const files = chooseTests(changes, project, chosen);
  const untested = changes.find(({ path }) => isAmong(path, visible) && !isTested(path, chosen, files));
  const main = allSteps.find(({ name }) => name === 'main');
  if (untested && main) chosen.set(main, untested.path);
  const steps = allSteps.flatMap((step) => narrow(step, changes, chosen, files));
  const withBuild = steps.some(({ needsSite }) => needsSite) && !steps.includes(build);
  return {
    steps: withBuild ? [build, ...steps] : steps,
    needs: needsOf(steps, files),
    reasons: [
      ...[...chosen].map(([step, path]) => `${step.name}: ${path}`),
      ...[...files].flatMap(([step, tests]) =>
        [...tests].map(([test, { why, change }]) => `${step.name}: ${test} (${why} ${change})`),
      ),
    ],
    unclaimed: changes
      .map(({ path }) => path)
      .filter((path) => !isAmong(path, unchecked) && !allSteps.some((step) => claims(step, path))),
  };
}

export const claims = (step: Step, path: string): boolean =>
  isAmong(path, step.inputs) || isAmong(path, step.whole ?? []);

type Files = Map<Step, Map<string, Affected>>;

/** Whether a test was chosen for the change. */
const isTested = (path: string, whole: ReadonlyMap<Step, string>, files: Files): boolean =>
  [...whole.keys()].some((step) => step.name !== 'joined' && hasTests(step) && claims(step, path)) ||
  [...files.values()].some((tests) => [...tests.values()].some(({ change }) => change === path));

/** Tests that the changes affect, of steps that do not run as a whole. */
function chooseTests(changes: readonly Change[], project: Project, whole: ReadonlyMap<Step, string>): Files {
  const { sources, graph, configurations } = project;
  const affected = affectedTests(graph, sources, changes);
  const tests = sources.filter(({ path }) => isTest(path));
  for (const { path } of tests) {
    const found = topicOf(path, changes);
    if (found && !affected.has(path)) affected.set(path, found);
  }
  const files: Files = new Map();
  for (const { path, text } of tests) {
    const found = affected.get(path);
    if (!found) continue;
    for (const step of stepsOf(path, text, configurations)) {
      const isRepeat = step.repeats && !changes.some((one) => claims(step, one.path));
      if (whole.has(step) || isRepeat || isTooSlow(path, step, found)) continue;
      files.set(step, (files.get(step) ?? new Map()).set(path, found));
    }
  }
  for (const [step, found] of files) files.set(step, limit(step, found));
  return limitJourneys(files);
}

/** Topics count more than the third import of an import, and less than a direct one. */
const TOPIC_DISTANCE = 3;

function topicOf(test: string, changes: readonly Change[]): Affected | undefined {
  const page = changes.find(
    ({ path }) =>
      isAmong(path, pages) && (ofEveryPage.test(test) || (ofPublicPages.test(test) && !area.test(path))),
  );
  if (page) return { change: page.path, why: 'looks at every page, such as', distance: 1 };
  const globs = test.endsWith('.spec.ts') ? visible : test.startsWith('e2e/') ? served : [];
  const scores = changes
    .filter(({ path }) => !isTest(path) && isAmong(path, globs))
    .map(({ path }) => ({ path, score: topicScore(test, path) }))
    .filter(({ score }) => score >= SCORE_MIN);
  const best = scores.toSorted((a, b) => b.score - a.score)[0];
  return best && { change: best.path, why: 'topic of', distance: TOPIC_DISTANCE - best.score / 10 };
}

type Found = [test: string, affected: Affected];

const byDistance = ([, a]: Found, [, b]: Found) => a.distance - b.distance;
const hasChanged = ([, { distance }]: Found) => distance === 0;

/** The tests that changed themselves and the nearest others. */
function limit(step: Step, found: Map<string, Affected>): Map<string, Affected> {
  const sorted = [...found].toSorted(byDistance);
  const near = sorted.filter(([, { distance }]) => distance <= NEAR);
  const most = step.needsSite ? limits.built : Math.min(limits.vitest, near.length + limits.far);
  return new Map(sorted.slice(0, Math.max(most, sorted.filter(hasChanged).length)));
}

const isJourney = (step: Step) => step.needs === 'Chromium' && step.needsSite === true;

/** The nearest journeys of all steps together; if as near, those of npm test first. */
function limitJourneys(files: Files): Files {
  const all = [...files].flatMap(([step, found]) => (isJourney(step) ? [...found] : [])).toSorted(byDistance);
  const kept = new Set(
    all.filter((one, at) => at < limits.journeys || hasChanged(one)).map(([test]) => test),
  );
  return new Map(
    [...files].map(([step, found]) => [
      step,
      isJourney(step) ? new Map([...found].filter(([test]) => kept.has(test))) : found,
    ]),
  );
}

/** The step with its chosen tests, or as a whole, or not at all. */
function narrow(
  step: Step,
  changes: readonly Change[],
  whole: ReadonlyMap<Step, string>,
  files: Files,
): Step[] {
  if (step.name === 'lint' && whole.has(step)) return [lint(step, changes)];
  if (whole.has(step)) return [step];
  const tests = [...(files.get(step)?.keys() ?? [])];
  if (tests.length === 0) return [];
  const flag = step.commands[0]?.[0]?.endsWith('playwright') ? '--pass-with-no-tests' : '--passWithNoTests';
  return [{ ...step, commands: step.commands.map((command) => [...command, flag, ...tests]) }];
}

/** Biome on the changed files; on all if its configuration changed. */
function lint(step: Step, changes: readonly Change[]): Step {
  const files = changes
    .filter(({ path, isGone }) => !isGone && isAmong(path, step.inputs))
    .map(({ path }) => path);
  if (files.length === 0 || files.some((path) => /^biome\.json$|\.grit$/.test(path))) return step;
  const commands = step.commands.map((command) => [...command, '--no-errors-on-unmatched', ...files]);
  return { ...step, commands };
}

function needsOf(steps: readonly Step[], files: Files): Service[] {
  const needs = new Set<Service>();
  for (const step of steps) {
    const tests = [...files].find(([one]) => one.name === step.name)?.[1];
    for (const test of tests?.keys() ?? [])
      for (const [pattern, service] of programs) if (pattern.test(test)) needs.add(service);
    const suite = Object.values(suites).find((one) => one.steps.includes(step));
    if (hasTests(step) && suite) for (const service of suite.needs) needs.add(service);
  }
  return [...needs];
}
